#!/usr/bin/env bash
# csv-writer 1.6.0, jsonexport 3.2.0, objects-to-csv 1.3.6; needs Node 24 and the npm registry.
#
# Expected: a cell with a carriage return is quoted, as text without quotes cannot hold one (RFC 4180, section 2,
# `TEXTDATA`). objects-to-csv promises that "any special characters in the values will be properly escaped".
# Posts with lone carriage returns come from old forms and from cells of spreadsheets.
# Seen: all three quote a cell with a line feed, but not one with a lone carriage return. d3-dsv then reads one row
# as two, as the csv module of Python does. csv-stringify, fast-csv, papaparse and d3-dsv quote such a cell.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund csv-writer@1.6.0 jsonexport@3.2.0 objects-to-csv@1.3.6 \
  csv-stringify@6.9.0 fast-csv@5.0.8 papaparse@5.7.1 d3-dsv@3.0.2
cat >probe.mjs <<'JS'
import { stringify } from 'csv-stringify/sync'
import csvWriter from 'csv-writer'
import { csvFormat, csvParse } from 'd3-dsv'
import { writeToString } from 'fast-csv'
import jsonexport from 'jsonexport'
import ObjectsToCsv from 'objects-to-csv'
import Papa from 'papaparse'

const writers = {
  'csv-writer': (posts) => {
    const writer = csvWriter.createObjectCsvStringifier({
      header: Object.keys(posts[0]).map((id) => ({ id, title: id })),
    })
    return writer.getHeaderString() + writer.stringifyRecords(posts)
  },
  jsonexport: (posts) => jsonexport(posts),
  'objects-to-csv': (posts) => new ObjectsToCsv(posts).toString(),
  'csv-stringify': (posts) => stringify(posts, { header: true }),
  'fast-csv': (posts) => writeToString(posts, { headers: true }),
  papaparse: (posts) => Papa.unparse(posts),
  'd3-dsv': (posts) => csvFormat(posts),
}
/** Whether a reader finds the posts again that a writer was given. */
const kept = async (write, breakOfLines) => {
  const posts = [
    { id: '7', text: `We count by hand.${breakOfLines}Every Monday.`, author: 'Ann' },
    { id: '8', text: 'Me too', author: 'Ben' },
  ]
  return JSON.stringify([...csvParse(await write(posts))]) === JSON.stringify(posts)
}
const wrong = []
for (const [name, write] of Object.entries(writers)) {
  const outcome = { lineFeed: await kept(write, '\n'), carriageReturn: await kept(write, '\r') }
  console.log(name, outcome)
  if (!outcome.lineFeed) wrong.push(`${name} with a line feed`)
  if (!outcome.carriageReturn) wrong.push(name)
}
if (wrong.join(' ') !== 'csv-writer jsonexport objects-to-csv') {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: three writers leave a carriage return without quotes, so that one row is read as two.'
