#!/usr/bin/env bash
# eml-parse-js 1.1.15, eml-format 0.6.1; needs Node 24 and the npm registry.
#
# Expected: the subject and the text of a message, as RFC 5322 and MIME define them. A folded header goes on with
# its own blank (RFC 5322, section 2.2.3), names of headers have no case (1.2.2, 3.6), as have media types (RFC 2045,
# section 5.1), and a message without Content-Type is plain text (5.2). Decoded words stand beside other words (RFC
# 2047, section 6).
# Seen: eml-parse-js joins the words of a folded subject; eml-format leaves the line break in it and cuts off what
# follows an encoded word. Both give no text at all for TEXT/PLAIN, for headers in lower case, where the subject is
# missing too, and for a message without Content-Type. eml-format does so for headers without a blank behind the
# colon. mailparser, letterparser and postal-mime read all seven messages as expected.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund eml-parse-js@1.1.15 eml-format@0.6.1 mailparser@3.14.2 \
  letterparser@0.1.8 postal-mime@4.0.0
cat >probe.mjs <<'JS'
import { promisify } from 'node:util'
import emlFormat from 'eml-format'
import { readEml } from 'eml-parse-js'
import { extract } from 'letterparser'
import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'

const people = 'From: Ann <ann@example.org>\r\nTo: ben@example.org\r\nDate: Mon, 1 Jan 2024 10:00:00 +0000\r\n'
const plain = 'Content-Type: text/plain; charset=utf-8\r\n'
const subject = 'Subject: We count by hand\r\n'
const text = '\r\nEvery Monday.\r\n'
const messages = {
  usual: people + subject + plain + text,
  folded: `${people}Subject: We count\r\n by hand\r\n${plain}${text}`,
  encoded: `${people}Subject: =?utf-8?Q?We_count?= by hand\r\n${plain}${text}`,
  upperCase: people + subject + plain.replace('text/plain', 'TEXT/PLAIN') + text,
  lowerCase: (people + subject + plain).replaceAll(/^[\w-]+:/gm, (name) => name.toLowerCase()) + text,
  noType: people + subject + text,
  noBlank: (people + subject + plain).replaceAll(/^([\w-]+): /gm, '$1:') + text,
}
const readers = {
  'eml-parse-js': (message) => readEml(message),
  'eml-format': (message) => promisify(emlFormat.read.bind(emlFormat))(message),
  mailparser: (message) => simpleParser(message),
  letterparser: (message) => extract(message),
  'postal-mime': (message) => PostalMime.parse(message),
}
const seen = {}
for (const [name, read] of Object.entries(readers)) {
  seen[name] = {}
  for (const [kind, message] of Object.entries(messages)) {
    const { subject: title, text: said } = await read(message)
    const right = title === 'We count by hand' && said?.trim() === 'Every Monday.'
    seen[name][kind] = right ? 'right' : JSON.stringify([title ?? null, said?.trim() ?? null])
  }
}
console.log(seen)
const wrong = (name) => Object.keys(messages).filter((kind) => seen[name][kind] !== 'right').join(' ')
const asSeen =
  wrong('eml-parse-js') === 'folded upperCase lowerCase noType' &&
  wrong('eml-format') === 'folded encoded upperCase lowerCase noType noBlank' &&
  seen['eml-parse-js'].folded === '["We countby hand","Every Monday."]' &&
  ['mailparser', 'letterparser', 'postal-mime'].every((name) => wrong(name) === '')
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs 2>&1
echo 'As seen: two readers of mail files lose words of subjects, and whole texts.'
