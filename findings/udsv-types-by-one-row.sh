#!/usr/bin/env bash
# udsv 0.7.3; needs Node 24 and the npm registry.
#
# Expected: "schema inference and value typing" finds a type that fits the values it looked at, or leaves them as
# texts. The usage calls the typed values good "for sorting/filtering" beside the texts.
# Seen: of the first ten rows, only the last one with a value is looked at. A column of answers that ends in "No" is
# boolean, and every other answer, also "Yes, weekly", becomes false. A column that ends in a number or a date turns
# "about 30" into NaN and "last year" into an Invalid Date. Files of four rows are enough, and there is no error.
# d3-dsv's `autoType` and papaparse's `dynamicTyping` judge each value by itself and keep all the texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund udsv@0.7.3 papaparse@5.7.1 d3-dsv@3.0.2
cat >probe.mjs <<'JS'
import { autoType, csvParse } from 'd3-dsv'
import Papa from 'papaparse'
import { inferSchema, initParser } from 'udsv'

const survey = `pays,hours,since
"Yes, weekly",about 30,last year
I would,12,2023-05-02
No,40,2024-01-01
`
const readers = {
  udsv: (text) => initParser(inferSchema(text)).typedObjs(text),
  'd3-dsv': (text) => csvParse(text, autoType),
  papaparse: (text) => Papa.parse(text, { header: true, dynamicTyping: true, skipEmptyLines: true }).data,
}
const seen = Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(survey)]))
console.log(seen.udsv)
const first = (name) => Object.values(seen[name][0]).map(String).join(' | ')
const asSeen =
  first('udsv') === 'false | NaN | Invalid Date' &&
  seen.udsv[1].pays === false &&
  first('d3-dsv') === 'Yes, weekly | about 30 | last year' &&
  first('papaparse') === 'Yes, weekly | about 30 | last year'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: the type of a column is that of one row, and the texts of the others are lost.'
