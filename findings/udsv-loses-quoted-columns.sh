#!/usr/bin/env bash
# udsv 0.7.3; needs Node 24 and the npm registry.
#
# Expected: a list of texts, one a row, is a table of one column (RFC 4180: a record is a field, then none or more
# with a comma). The package calls itself "RFC 4180 compliant" and names no least number of columns.
# Seen: if any cell of such a file is quoted, no row is returned at all, and no error. Without quotes, and with a
# second column, all rows are there. d3-dsv and papaparse read the same file completely.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund udsv@0.7.3 papaparse@5.7.1 d3-dsv@3.0.2
cat >probe.mjs <<'JS'
import { csvParseRows } from 'd3-dsv'
import Papa from 'papaparse'
import { inferSchema, initParser } from 'udsv'

const files = {
  plain: 'text\nWe count by hand\nEvery Monday\nNobody checks it\n',
  quoted: 'text\nWe count by hand\n"Every ""free"" Monday"\nNobody checks it\n',
  twoColumns: 'id,text\n1,We count by hand\n2,"Every ""free"" Monday"\n3,Nobody checks it\n',
}
const readers = {
  udsv: (text) => initParser(inferSchema(text)).stringArrs(text),
  'd3-dsv': (text) => csvParseRows(text).slice(1),
  papaparse: (text) => Papa.parse(text, { skipEmptyLines: true }).data.slice(1),
}
const seen = Object.fromEntries(
  Object.entries(readers).map(([name, read]) => [
    name,
    Object.values(files)
      .map((text) => read(text).length)
      .join(' '),
  ]),
)
console.log('rows of', Object.keys(files).join(', '), seen)
if (seen.udsv !== '3 0 3' || seen['d3-dsv'] !== '3 3 3' || seen.papaparse !== '3 3 3') {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: a file of one column with a quoted cell is read as empty.'
