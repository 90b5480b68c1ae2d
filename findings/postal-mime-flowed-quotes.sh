#!/usr/bin/env bash
# postal-mime 4.0.0; needs Node 24 and the npm registry.
#
# Expected: in a text of format=flowed, lines of one paragraph are joined after their quote marks are removed,
# and lines of different quote depths are never joined (RFC 3676, sections 4.5 and 4.6).
# Seen: postal-mime joins lines as they are. In a quoted paragraph each further mark (`>`) ends up in the middle of the
# text. A paragraph that ends in a space takes up the quote below it, and a quote that ends in a space takes up
# the answer: what a person wrote and what they quoted become one line, and no program can tell them apart any
# more. mailparser 3.14.2 joins such lines correctly.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund postal-mime@4.0.0 mailparser@3.14.2
cat >probe.mjs <<'JS'
import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'

const message = (lines) =>
  [
    'From: ann@example.com',
    'Subject: Stock',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8; format=flowed',
    '',
    ...lines,
    '',
  ].join('\r\n')
const mails = {
  ownText: ['We count stock ', 'by hand.'],
  quote: ['> We count stock ', '> by hand.', 'Use a scanner.'],
  answerAfterQuote: ['> We count stock by hand. ', 'Use a scanner.'],
  quoteAfterText: ['Ann wrote: ', '> We count stock by hand.'],
}
const seen = {}
for (const [name, lines] of Object.entries(mails)) {
  const source = message(lines)
  const { text } = await PostalMime.parse(source)
  seen[name] = { postalMime: text.trim(), mailparser: (await simpleParser(source)).text.trim() }
}
console.log(seen)
const asSeen =
  seen.ownText.postalMime === 'We count stock by hand.' &&
  seen.quote.postalMime === '> We count stock > by hand.\nUse a scanner.' &&
  seen.quote.mailparser === '> We count stock by hand.\nUse a scanner.' &&
  seen.answerAfterQuote.postalMime === '> We count stock by hand. Use a scanner.' &&
  seen.answerAfterQuote.mailparser.includes('\nUse') &&
  seen.quoteAfterText.postalMime === 'Ann wrote: > We count stock by hand.' &&
  seen.quoteAfterText.mailparser.includes('\n>')
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: quotes and answers of format=flowed become one line.'
