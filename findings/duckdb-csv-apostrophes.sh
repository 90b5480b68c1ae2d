#!/usr/bin/env bash
# DuckDB 1.5.6 (@duckdb/node-api 1.5.6-r.1), read_csv; needs Node 24 and the npm registry.
#
# Expected: an apostrophe in a cell is text, and each row of a file in the form of RFC 4180 is a row. The quote
# character of that form is the double quote, and the file has cells that use it.
# Seen: the reader guesses the quote character. If a cell begins with an apostrophe ('cause) and a later one ends
# with one (the others'), it can take the apostrophe: these cells and all rows between them become one cell,
# without an error. The double quotes of other cells are then text. Counts are too low, and answers of several
# people become one. With `quote = '"'` all rows are read. An earlier version guessed so without such a cell:
# https://github.com/duckdb/duckdb/issues/11403.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1
cat >probe.mjs <<'JS'
import { writeFile } from 'node:fs/promises'
import { DuckDBInstance } from '@duckdb/node-api'

const rows = [
  'id,answer',
  "1,'cause it takes hours",
  '2,"slow, and dear"',
  '3,no export',
  "4,the scanner is the others'",
  '5,fine',
]
await writeFile('answers.csv', rows.map((row) => `${row}\n`).join(''))
const connection = await (await DuckDBInstance.create(':memory:')).connect()
const read = async (options) =>
  (await connection.runAndReadAll(`select * from read_csv('answers.csv'${options})`)).getRowsJson()
const guessed = await read('')
const told = await read(`, quote = '"'`)
console.log({ guessed, told })
const asSeen =
  guessed.length === 2 && guessed[0][1].split('\n').length === 4 && told.length === 5 && told[1][1] === 'slow, and dear'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: four rows of a valid CSV file become one.'
