#!/usr/bin/env bash
# any-date-parser 2.2.4; needs Node 24 and the npm registry.
#
# Expected: a date with a zone is the same instant on every server. The documentation lists zone offsets and
# abbreviations among what is parsed, and `Date` reads the first three texts below alike everywhere.
# Seen: the offset is subtracted, and the result is taken as local time of the server. So each date with a zone is
# wrong by the server's distance from UTC, `Z` included; the package's own tests run with TZ=UTC only. On each
# server an hour of 24 (ISO 8601) loses the day, the offset of a mail date is ignored, and a week date
# (2024-W10-2, 5 March) becomes 2 October. https://github.com/kensnyder/any-date-parser/issues/40 is closed, and the
# README does not tell.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund any-date-parser@2.2.4
cat >probe.mjs <<'JS'
import parser from 'any-date-parser'

const texts = [
  '2024-03-05T10:00:00Z',
  '2024-03-05T10:00:00+05:30',
  '5 Mar 2024 10:00:00 GMT',
  '2024-03-05T24:00:00Z',
  'Tue, 5 Mar 2024 10:00:00 +0100',
  '2024-W10-2',
]
console.log(JSON.stringify(texts.map((text) => parser.fromString(text).toISOString().slice(0, 16))))
JS
cat >compare.mjs <<'JS'
import { execFileSync } from 'node:child_process'

const on = (TZ) =>
  JSON.parse(execFileSync(process.execPath, ['probe.mjs'], { env: { ...process.env, TZ }, encoding: 'utf8' }))
const seen = { utc: on('UTC'), tokyo: on('Asia/Tokyo') }
console.log(seen)
const asSeen =
  seen.utc.join() ===
    '2024-03-05T10:00,2024-03-05T04:30,2024-03-05T10:00,2024-03-05T00:00,2024-03-05T10:00,2024-10-02T00:00' &&
  seen.tokyo.slice(0, 3).join() === '2024-03-05T01:00,2024-03-04T19:30,2024-03-05T01:00'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node compare.mjs
echo 'As seen: a date that ends with Z depends on the zone of the server.'
