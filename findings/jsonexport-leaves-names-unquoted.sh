#!/usr/bin/env bash
# jsonexport 3.2.0; needs Node 24 and the npm registry.
#
# Expected: the first row of the written file holds one name for each column, quoted where a name has a comma, a
# quote or a line break ("same format as normal record lines", RFC 4180, section 2.3). The keys of answers to a
# survey are its questions.
# Seen: cells are quoted, but names of columns never are. A question with a comma is written as two columns, so
# every answer after it is read under the name of another question, without an error. In the list of options,
# `textDelimiter` is "used to escape the text content if needed". json-2-csv, fast-csv and papaparse quote names.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund jsonexport@3.2.0 json-2-csv@5.6.0 fast-csv@5.0.8 papaparse@5.7.1 d3-dsv@3.0.2
cat >probe.mjs <<'JS'
import { csvParse } from 'd3-dsv'
import { writeToString } from 'fast-csv'
import { json2csv } from 'json-2-csv'
import jsonexport from 'jsonexport'
import Papa from 'papaparse'

const answers = [{ 'How do you count, and how often?': 'By hand, on Mondays', 'Would you pay?': 'yes', Name: 'Ann' }]
const written = {
  jsonexport: await jsonexport(answers),
  'json-2-csv': json2csv(answers),
  'fast-csv': await writeToString(answers, { headers: true }),
  papaparse: Papa.unparse(answers),
}
const seen = Object.fromEntries(Object.entries(written).map(([name, text]) => [name, [...csvParse(text)]]))
console.log(written.jsonexport)
console.log(seen)
const shifted = [
  { 'How do you count': 'By hand, on Mondays', ' and how often?': 'yes', 'Would you pay?': 'Ann', Name: '' },
]
const same = (name, wanted) => JSON.stringify(seen[name]) === JSON.stringify(wanted)
const asSeen =
  same('jsonexport', shifted) && same('json-2-csv', answers) && same('fast-csv', answers) && same('papaparse', answers)
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: a name of a column that has a comma is written without quotes, and the answers move to other names.'
