#!/usr/bin/env bash
# mailparser 3.14.2, simpleParser; needs Node 24 and the npm registry.
#
# Expected: the date of a message is the one in its Date header. If the parser cannot read the header, the
# date is absent or marked as invalid.
# Seen: if JavaScript's Date cannot read the header, `date` and the entry of `headers` contain the time of
# parsing. A caller cannot distinguish this time from a date that was read. The first header below is an
# example from RFC 5322, appendix A.5 and A.6.3 (comments and spaces between the parts of a date). The second
# has a time zone of one letter, which section 4.3 allows.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund mailparser@3.14.2
cat >probe.mjs <<'JS'
import { simpleParser } from 'mailparser'

const message = (date) => `From: a@example.com\r\nDate: ${date}\r\nSubject: Order\r\n\r\nA text.\r\n`
const yearOf = async (date) => (await simpleParser(message(date))).date.getUTCFullYear()
const thisYear = new Date().getUTCFullYear()
const seen = {
  plain: await yearOf('Fri, 21 Nov 1997 09:55:06 -0600'),
  comment: await yearOf('Fri, 21 Nov 1997 09(comment):   55  :  06 -0600'),
  letter: await yearOf('Fri, 21 Nov 1997 09:55:06 A'),
}
console.log(seen)
const { headers } = await simpleParser(message('Fri, 21 Nov 1997 09(comment):   55  :  06 -0600'))
const asSeen =
  seen.plain === 1997 &&
  seen.comment === thisYear &&
  seen.letter === thisYear &&
  headers.get('date').getUTCFullYear() === thisYear
if (!asSeen) {
  console.error('This has changed')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: what mailparser cannot read as a date becomes the moment of parsing.'
