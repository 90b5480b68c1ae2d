#!/usr/bin/env bash
# exceljs 4.4.0, read-excel-file 9.3.17; needs Node 24 and the npm registry.
#
# Expected: dates of a workbook with `date1904` count from 1904. The attribute is a boolean of XML Schema (ISO/IEC
# 29500-1, section 18.2.28), whose values are 1, true, 0 and false. LibreOffice Calc writes words.
# Seen: both readers compare it with "1" only. In a workbook with date1904="true" each date is four years and one
# day too early, without an error. hucre 1.0.0 reads both spellings.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 read-excel-file@9.3.17 hucre@1.0.0 jszip@3.10.1
cat >probe.mjs <<'JS'
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
/** A workbook whose only cell is 2024-01-01, 43830 days after 1904-01-01, in number format 14 (a date). */
async function workbook(date1904) {
  const files = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${sheet}" xmlns:r="${office}"><workbookPr date1904="${date1904}"/>
<sheets><sheet name="Days" sheetId="1" r:id="r0"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
    'xl/styles.xml': `<styleSheet xmlns="${sheet}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${sheet}"><sheetData>
<row r="1"><c r="A1" s="1"><v>43830</v></c></row></sheetData></worksheet>`,
  }
  const zip = new JSZip()
  for (const [name, text] of Object.entries(files)) zip.file(name, `<?xml version="1.0" encoding="UTF-8"?>${text}`)
  return zip.generateAsync({ type: 'nodebuffer' })
}
const readers = {
  exceljs: async (file) => {
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(file)
    return book.worksheets[0].getCell('A1').value
  },
  'read-excel-file': async (file) => (await readSheet(file))[0][0],
  hucre: async (file) => (await readXlsx(file)).sheets[0].rows[0][0],
}
const seen = {}
for (const [name, read] of Object.entries(readers)) {
  const days = []
  for (const value of ['1', 'true']) days.push((await read(await workbook(value))).toISOString().slice(0, 10))
  seen[name] = days.join(' ')
}
console.log(seen)
const asSeen =
  seen.exceljs === '2024-01-01 2019-12-31' &&
  seen['read-excel-file'] === '2024-01-01 2019-12-31' &&
  seen.hucre === '2024-01-01 2024-01-01'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: two readers put dates of date1904="true" four years and one day too early.'
