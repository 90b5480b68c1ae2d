#!/usr/bin/env bash
# date-fns 4.4.0 (parseISO) and dayjs 1.11.23; needs Node 24 and the npm registry.
#
# Expected: a parser of ISO 8601 answers the right instant or an invalid date. date-fns says that it returns Invalid
# Date if it "cannot parse the string", and does so for `Z[UTC]`.
# Seen: parseISO takes a timestamp with a zone's name (RFC 9557, what `toString()` of Temporal.ZonedDateTime gives)
# and drops both offset and name: 10:00+01:00[Europe/Paris] is 10:00 UTC. An offset that it cannot read counts as
# 0 (https://github.com/date-fns/date-fns/pull/2707, open, is about invalid ones). dayjs reads an ordinal date of
# ISO 8601 (year and day of the year) as year, month and day: 2024-065, the 5th of March, is the 5th of June, and
# 2024-366, the last day of 2024, is in 2026.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund date-fns@4.4.0 dayjs@1.11.23
cat >probe.mjs <<'JS'
import { parseISO } from 'date-fns'
import dayjs from 'dayjs'

const show = (date) => (Number.isNaN(date.getTime()) ? 'invalid' : date.toISOString().slice(0, 16))
const zoned = ['2024-03-05T10:00:00+01:00', '2024-03-05T10:00:00+01:00[Europe/Paris]', '2024-03-05T10:00:00Z[UTC]']
const ordinal = ['2024-065', '2024-001', '2024-366']
const seen = {
  parseIsoZoned: zoned.map((text) => show(parseISO(text))),
  parseIsoOrdinal: ordinal.map((text) => show(parseISO(text))),
  dayjsOrdinal: ordinal.map((text) => show(dayjs(text).toDate())),
}
console.log(seen)
const asSeen =
  seen.parseIsoZoned.join() === '2024-03-05T09:00,2024-03-05T10:00,invalid' &&
  seen.parseIsoOrdinal.join() === '2024-03-05T00:00,2024-01-01T00:00,2024-12-31T00:00' &&
  seen.dayjsOrdinal.join() === '2024-06-05T00:00,2023-12-01T00:00,2026-12-06T00:00'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
TZ=UTC node probe.mjs
echo 'As seen: valid timestamps become other instants without an error.'
