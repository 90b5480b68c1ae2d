#!/usr/bin/env bash
# exceljs 4.4.0; needs Node 24 and the npm registry.
#
# Expected: the parts of a workbook are found by their relationships. The format gives each part a type of
# relationship (ISO/IEC 29500-1, section 12.3) and no fixed name, and names of parts have no case (ISO/IEC 29500-2).
# Seen: the shared strings are looked for at xl/sharedStrings.xml only, and the styles at xl/styles.xml only. With
# any other name, also xl/SharedStrings.xml, every text is read as its number in the list (0, 1, ...), and every date
# as a number, without an error. read-excel-file, SheetJS and hucre read the texts and the date.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 read-excel-file@9.3.17 @e965/xlsx@0.20.3 hucre@1.0.0 \
  jszip@3.10.1
cat >probe.mjs <<'JS'
import XLSX from '@e965/xlsx'
import ExcelJS from 'exceljs'
import { readXlsx } from 'hucre'
import JSZip from 'jszip'
import { readSheet } from 'read-excel-file/node'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const relations = (...targets) =>
  `<Relationships xmlns="${packaged}/relationships">${targets
    .map(([kind, target], index) => `<Relationship Id="r${index}" Type="${office}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`
/** A workbook with the row "We count by hand", 2024-01-01. Its parts have the given names. */
async function workbook(strings, styles) {
  const files = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>
<Override PartName="/xl/${strings}" ContentType="${type}.sharedStrings+xml"/>
<Override PartName="/xl/${styles}" ContentType="${type}.styles+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${sheet}" xmlns:r="${office}">
<sheets><sheet name="Answers" sheetId="1" r:id="r0"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', strings],
      ['styles', styles],
    ),
    [`xl/${strings}`]: `<sst xmlns="${sheet}" count="1" uniqueCount="1"><si><t>We count by hand</t></si></sst>`,
    [`xl/${styles}`]: `<styleSheet xmlns="${sheet}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${sheet}"><sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45292</v></c></row></sheetData></worksheet>`,
  }
  const zip = new JSZip()
  for (const [name, text] of Object.entries(files)) zip.file(name, `<?xml version="1.0" encoding="UTF-8"?>${text}`)
  return zip.generateAsync({ type: 'nodebuffer' })
}
const readers = {
  exceljs: async (file) => {
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(file)
    const row = book.worksheets[0].getRow(1)
    return [row.getCell(1).value, row.getCell(2).value]
  },
  'read-excel-file': async (file) => (await readSheet(file))[0],
  SheetJS: async (file) =>
    XLSX.utils.sheet_to_json(XLSX.read(file, { cellDates: true, UTC: true }).Sheets.Answers, { header: 1, UTC: true })[0],
  hucre: async (file) => (await readXlsx(file)).sheets[0].rows[0],
}
const files = {
  usual: await workbook('sharedStrings.xml', 'styles.xml'),
  strings: await workbook('SharedStrings.xml', 'styles.xml'),
  styles: await workbook('sharedStrings.xml', 'cellStyles.xml'),
}
const seen = {}
for (const [name, read] of Object.entries(readers)) {
  seen[name] = {}
  for (const [kind, file] of Object.entries(files)) seen[name][kind] = JSON.stringify(await read(file))
}
console.log(seen)
const right = '["We count by hand","2024-01-01T00:00:00.000Z"]'
const asSeen =
  seen.exceljs.usual === right &&
  seen.exceljs.strings === '[0,"2024-01-01T00:00:00.000Z"]' &&
  seen.exceljs.styles === '["We count by hand",45292]' &&
  ['read-excel-file', 'SheetJS', 'hucre'].every((name) => Object.values(seen[name]).every((row) => row === right))
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: with other names of the parts, texts become their numbers in a list, and dates become numbers.'
