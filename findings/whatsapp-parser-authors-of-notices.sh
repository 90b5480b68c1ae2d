#!/usr/bin/env bash
# whatsapp-chat-parser 4.0.2; needs Node 24 and the npm registry.
#
# Expected: in an exported chat, a notice ("Ann created group ...") has no author, and each message belongs to a
# member. The package returns `author: null` for notices.
# Seen: a notice that contains a colon and a blank becomes a message: what stands before the colon is its
# author, the rest is its text. Names of groups often contain a colon. A program that counts members or keeps
# one member's messages gets people who do not exist, and loses the notice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund whatsapp-chat-parser@4.0.2
cat >probe.mjs <<'JS'
import { parseString } from 'whatsapp-chat-parser'

const chat = [
  '13/04/2024, 09:15 - Messages and calls are end-to-end encrypted.',
  '13/04/2024, 09:15 - Ann created group "Orders"',
  '13/04/2024, 09:16 - Ann changed the group name from "Orders" to "Orders: June"',
  '13/04/2024, 09:17 - Ann: We still count stock by hand: twice a week',
].join('\n')
const seen = parseString(chat).map(({ author, message }) => [author, message])
console.log(seen)
const asSeen =
  seen.length === 4 &&
  seen[1][0] === null &&
  seen[2][0] === 'Ann changed the group name from "Orders" to "Orders' &&
  seen[2][1] === 'June"' &&
  seen[3][0] === 'Ann'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: a notice with a colon becomes a message of somebody who does not exist.'
