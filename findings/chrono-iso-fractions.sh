#!/usr/bin/env bash
# chrono-node 2.10.3; needs Node 24 and the npm registry.
#
# Expected: a timestamp in the form of RFC 3339 is the instant that JavaScript's Date reads. The package lists ISO
# 8601 among its formats. Digits behind the point are a fraction of a second, as many as there are (RFC 3339,
# section 5.6), so `.5` is half a second. The sign of an offset holds for its minutes too.
# Seen: the digits are read as a number of milliseconds. `.5` is 5 ms, `.1234` is 1.234 seconds. With five or
# more digits the match ends before the fraction, so the zone is lost and the time is taken as local: a
# timestamp of Python's isoformat() (six digits), Go or .NET is wrong by the server's distance from UTC. A
# negative offset of less than an hour is read as a positive one. `strict` does the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund chrono-node@2.10.3
cat >probe.mjs <<'JS'
import * as chrono from 'chrono-node'

const texts = [
  '2024-03-05T10:00:00.123Z',
  '2024-03-05T10:00:00.5Z',
  '2024-03-05T10:00:00.1234Z',
  '2024-03-05T10:00:00.123456Z',
  '2024-03-05T10:00:00.123456+00:00',
  '1960-03-05T10:00:00-00:30',
]
const seen = texts.map((text) => {
  const [casual, strict] = [chrono.parseDate(text), chrono.strict.parseDate(text)]
  return { text, date: new Date(text).toISOString(), chrono: casual.toISOString(), same: +casual === +strict }
})
console.table(seen)
const asSeen =
  seen.every(({ same }) => same) &&
  seen[0].chrono === seen[0].date &&
  seen[1].chrono === '2024-03-05T10:00:00.005Z' &&
  seen[2].chrono === '2024-03-05T10:00:01.234Z' &&
  seen[3].chrono === '2024-03-05T15:00:00.000Z' &&
  seen[4].chrono === '2024-03-05T15:00:00.000Z' &&
  seen[5].chrono === '1960-03-05T09:30:00.000Z' &&
  seen[5].date === '1960-03-05T10:30:00.000Z'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
TZ=America/New_York node probe.mjs
echo 'As seen: a timestamp with microseconds loses its zone.'
