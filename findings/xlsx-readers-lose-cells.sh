#!/usr/bin/env bash
# exceljs 4.4.0, read-excel-file 9.3.17, @e965/xlsx 0.20.3 (SheetJS); needs Node 24 and the npm registry.
#
# Expected: the parts of a workbook are XML, so equal XML is an equal table. White space between attributes may be a
# line break (XML 1.0, section 2.3), comments may stand between elements (2.5), text may be CDATA (2.7), and a
# reference such as &#x20BB7; is one character, also above U+FFFF (4.1).
# Seen: SheetJS finds no cell of a sheet whose cells have a line break behind `<c`, and loses a string with a comment
# before it. exceljs and read-excel-file lose a string in CDATA. SheetJS and read-excel-file read the reference, the
# first character of a Japanese name, as a Tamil letter. None of it is an error. hucre 1.0.0 reads all of them.
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
/** A workbook with one row of two texts. The first is given as XML, and `cell` begins the element of each cell. */
async function workbook(string, cell = '<c ') {
  const files = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>
<Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${sheet}" xmlns:r="${office}">
<sheets><sheet name="Answers" sheetId="1" r:id="r0"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml']),
    'xl/sharedStrings.xml': `<sst xmlns="${sheet}" count="2" uniqueCount="2">${string}<si><t>by hand</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${sheet}"><sheetData>
<row r="1">${cell}r="A1" t="s"><v>0</v></c>${cell}r="B1" t="s"><v>1</v></c></row></sheetData></worksheet>`,
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
  SheetJS: async (file) => XLSX.utils.sheet_to_json(XLSX.read(file).Sheets.Answers, { header: 1, defval: null })[0],
  hucre: async (file) => (await readXlsx(file)).sheets[0].rows[0],
}
const name = '\u{20BB7}\u91CE\u5C4B'
const files = {
  usual: [await workbook('<si><t>We count</t></si>'), 'We count'],
  lineBreak: [await workbook('<si><t>We count</t></si>', '<c\n  '), 'We count'],
  comment: [await workbook('<!-- 1 --><si><t>We count</t></si>'), 'We count'],
  cdata: [await workbook('<si><t><![CDATA[We count]]></t></si>'), 'We count'],
  reference: [await workbook('<si><t>&#x20BB7;&#x91CE;&#x5C4B;</t></si>'), name],
}
const seen = {}
for (const [reader, read] of Object.entries(readers)) {
  seen[reader] = {}
  for (const [kind, [file, wanted]] of Object.entries(files)) {
    const row = JSON.stringify((await read(file)) ?? null)
    seen[reader][kind] = row === JSON.stringify([wanted, 'by hand']) ? 'right' : row
  }
}
console.log(seen)
const wrong = (reader) => Object.keys(files).filter((kind) => seen[reader][kind] !== 'right').join(' ')
const asSeen =
  wrong('exceljs') === 'cdata' &&
  wrong('read-excel-file') === 'cdata reference' &&
  wrong('SheetJS') === 'lineBreak comment reference' &&
  wrong('hucre') === '' &&
  seen.SheetJS.lineBreak === 'null' &&
  seen.SheetJS.reference === '["\u0BB7\u91CE\u5C4B","by hand"]'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: three readers lose or change cells of workbooks that are written in other, equal XML.'
