#!/usr/bin/env bash
# csv-parser 3.2.1; needs Node 24 and the npm registry.
#
# Expected: each column of a table is read. The option `raw` is documented to leave texts undecoded, as buffers. How a
# stream is cut into chunks changes nothing.
# Seen: columns named "constructor" or "prototype" are missing from every row. With `raw: true`, whose names are
# buffers too, all columns are missing and every row is an empty object. If a chunk ends between CR and LF of the
# first line, each first cell begins with a line feed, and a further row follows. No case gives an error. The second
# is known as https://github.com/mafintosh/csv-parser/issues/251, the third as 234, both open. fast-csv reads all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund csv-parser@3.2.1 fast-csv@5.0.8
cat >probe.mjs <<'JS'
import { Readable } from 'node:stream'
import csvParser from 'csv-parser'
import { parse } from 'fast-csv'

const rowsOf = (chunks, parser) => Readable.from(chunks.map((text) => Buffer.from(text))).pipe(parser).toArray()
const season = 'year,constructor,prototype\n2024,Ferrari,SF-24\n'
const answers = ['name,answer\r', '\nAnn,By hand\r\nBen,By mail\r\n']
const seen = {
  names: await rowsOf([season], csvParser()),
  raw: await rowsOf([season], csvParser({ raw: true })),
  cut: await rowsOf(answers, csvParser()),
  whole: await rowsOf([answers.join('')], csvParser()),
}
const byFastCsv = {
  names: await rowsOf([season], parse({ headers: true })),
  cut: await rowsOf(answers, parse({ headers: true })),
}
console.log(seen)
const same = (left, right) => JSON.stringify(left) === JSON.stringify(right)
const people = [
  { name: 'Ann', answer: 'By hand' },
  { name: 'Ben', answer: 'By mail' },
]
const asSeen =
  same(seen.names, [{ year: '2024' }]) &&
  same(seen.raw, [{}]) &&
  same(seen.cut, [...people.map(({ name, answer }) => ({ name: `\n${name}`, answer })), { name: '\n' }]) &&
  same(seen.whole, people) &&
  same(byFastCsv.names, [{ year: '2024', constructor: 'Ferrari', prototype: 'SF-24' }]) &&
  same(byFastCsv.cut, people)
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: columns are missing, and a cut in the first line changes every row.'
