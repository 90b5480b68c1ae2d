#!/usr/bin/env bash
# json-2-csv 5.6.0; needs Node 24 and the npm registry.
#
# Expected: `csv2json` reads each column of a table, under the name that the table gives it. "The last record in the
# file may or may not have an ending line break" (RFC 4180, section 2.2), and quotes in a quoted name are doubled
# (2.7), as in any cell.
# Seen: a column whose name starts with "constructor" or "prototype" is missing from every record, also "prototype
# shown to". Doubled quotes in a name stay doubled, though this is how the package's own `json2csv` writes them. A
# line break at the end of the file becomes part of the last cell, and with `eol` set to CRLF a further record. None
# of it is an error. d3-dsv and papaparse read the same files as expected.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund json-2-csv@5.6.0 papaparse@5.7.1 d3-dsv@3.0.2
cat >probe.mjs <<'JS'
import { csvParse } from 'd3-dsv'
import { csv2json, json2csv } from 'json-2-csv'
import Papa from 'papaparse'

const interviews = [{ 'prototype shown to': 'Ann', 'constructor of the app': 'Ben', 'said "we count by hand"': 'yes' }]
const table = json2csv(interviews)
const lines = 'name,said\nAnn,yes\nBen,no\n'
const crlf = lines.replaceAll('\n', '\r\n')
const seen = {
  names: csv2json(table),
  ending: csv2json(lines),
  endingCrlf: csv2json(crlf, { delimiter: { eol: '\r\n' } }),
}
console.log(table)
console.log(seen)
const same = (left, right) => JSON.stringify(left) === JSON.stringify(right)
const others = [
  (text) => [...csvParse(text)],
  (text) => Papa.parse(text, { header: true, skipEmptyLines: true }).data,
]
const people = [
  { name: 'Ann', said: 'yes' },
  { name: 'Ben', said: 'no' },
]
const asSeen =
  same(seen.names, [{ 'said ""we count by hand""': 'yes' }]) &&
  same(seen.ending, [people[0], { name: 'Ben', said: 'no\n' }]) &&
  same(seen.endingCrlf, [...people, { name: '' }]) &&
  others.every((read) => same(read(table), interviews) && same(read(lines), people) && same(read(crlf), people))
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: columns are lost by their name, and the end of the file is read as text.'
