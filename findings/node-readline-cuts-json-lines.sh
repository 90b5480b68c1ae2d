#!/usr/bin/env bash
# Node 24.21.0, readline; needs Node 24 and nothing else.
#
# Expected: a line ends with \n, \r or \r\n, as the documentation of the event `line` says. Each line of a file of
# JSON Lines is then one value.
# Seen: a line also ends with U+2028 and U+2029. JSON allows both in a string (RFC 8259, section 7), and
# JSON.stringify leaves them as they are: text from word processors and web pages contains them. Such a row
# becomes two lines that are not JSON, from `createInterface` and from `readLines()` of a file. A reader that
# skips what it cannot parse loses the row. Node 20.20.2 reads such a row as one line. Known as
# https://github.com/nodejs/node/issues/62785, open.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >probe.mjs <<'JS'
import { createReadStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

const rows = ['slow', 'slow\u2028and dear', 'slow\u2029and dear'].map((answer) => JSON.stringify({ answer }))
await writeFile('rows.jsonl', `${rows.join('\n')}\n`)
const parsed = async (lines) => {
  let good = 0
  let bad = 0
  for await (const line of lines) {
    try {
      JSON.parse(line)
      good += 1
    } catch {
      bad += 1
    }
  }
  return `${good} rows, ${bad} lines that are not JSON`
}
const file = await open('rows.jsonl')
const seen = {
  node: process.version,
  createInterface: await parsed(createInterface({ input: createReadStream('rows.jsonl'), crlfDelay: Infinity })),
  readLines: await parsed(file.readLines()),
}
console.log(seen)
const cut = '1 rows, 4 lines that are not JSON'
if (seen.createInterface !== cut || seen.readLines !== cut) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: rows of JSON Lines are cut where their text has a line separator of Unicode.'
