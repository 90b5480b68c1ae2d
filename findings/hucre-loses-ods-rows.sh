#!/usr/bin/env bash
# hucre 1.0.0; needs Node 24 and the npm registry.
#
# Expected: all rows of a sheet are read. In OpenDocument, rows that repeat on each printed page are in
# `table:table-header-rows`, and rows that are grouped with the outline are in `table:table-row-group` (version 1.3,
# part 3, sections 9.1.7 and 9.1.9). LibreOffice Calc writes both.
# Seen: only rows directly in `table:table` are read. The row of names is missing, so the first answer takes its
# place, and a sheet whose rows are grouped is shorter or empty, without an error. Its documentation counts the
# values of cells among what it reads from ODS. SheetJS reads all rows.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund hucre@1.0.0 @e965/xlsx@0.20.3 jszip@3.10.1
cat >probe.mjs <<'JS'
import XLSX from '@e965/xlsx'
import { readOds } from 'hucre'
import JSZip from 'jszip'

const names = 'urn:oasis:names:tc:opendocument:xmlns'
const row = (...texts) =>
  `<table:table-row>${texts
    .map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`)
    .join('')}</table:table-row>`
async function spreadsheet(rows) {
  const zip = new JSZip()
  const mediaType = 'application/vnd.oasis.opendocument.spreadsheet'
  zip.file('mimetype', mediaType, { compression: 'STORE' })
  const files = {
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${names}:manifest:1.0" manifest:version="1.3">
<manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'styles.xml': `<office:document-styles xmlns:office="${names}:office:1.0" office:version="1.3"/>`,
    'content.xml': `<office:document-content xmlns:office="${names}:office:1.0" xmlns:table="${names}:table:1.0"
xmlns:text="${names}:text:1.0" office:version="1.3"><office:body><office:spreadsheet>
<table:table table:name="Answers">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  }
  for (const [name, text] of Object.entries(files)) zip.file(name, `<?xml version="1.0" encoding="UTF-8"?>${text}`)
  return zip.generateAsync({ type: 'nodebuffer' })
}
const head = row('Name', 'Answer')
const [ann, ben] = [row('Ann', 'We count by hand'), row('Ben', 'Nobody checks it')]
const files = {
  usual: head + ann + ben,
  headerRows: `<table:table-header-rows>${head}</table:table-header-rows>${ann}${ben}`,
  group: `${head}<table:table-row-group>${ann}${ben}</table:table-row-group>`,
  groups: `<table:table-row-group>${head}<table:table-row-group>${ann}${ben}</table:table-row-group></table:table-row-group>`,
}
const readers = {
  hucre: async (file) => (await readOds(file)).sheets[0].rows,
  SheetJS: async (file) => XLSX.utils.sheet_to_json(XLSX.read(file).Sheets.Answers, { header: 1 }),
}
const seen = {}
for (const [name, read] of Object.entries(readers)) {
  seen[name] = {}
  for (const [kind, rows] of Object.entries(files)) {
    seen[name][kind] = (await read(await spreadsheet(rows))).map(([first]) => first).join(' ')
  }
}
console.log(seen)
const asSeen =
  Object.values(seen.SheetJS).every((read) => read === 'Name Ann Ben') &&
  JSON.stringify(Object.values(seen.hucre)) === JSON.stringify(['Name Ann Ben', 'Ann Ben', 'Name', ''])
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: rows that repeat in print and rows of groups are missing.'
