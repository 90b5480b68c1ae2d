#!/usr/bin/env bash
# get-urls 12.1.0, anchorme 3.0.8; needs Node 24 and the npm registry.
#
# Expected: an address between spaces is found as it is. Parentheses, apostrophes and dots are allowed in paths and
# queries, and a fragment can follow the host (RFC 3986, sections 3.3 to 3.5). linkifyjs finds all of these whole.
# Seen: get-urls cuts an address at the first `)`, unless `requireSchemeOrWww` is given, even as `false`: only then it
# passes the option `parens` on. So links to articles such as Java_(programming_language) lead nowhere, and links
# to different pages become the same. https://github.com/sindresorhus/get-urls/issues/79 is closed. It also cuts at
# an apostrophe. anchorme drops a fragment after the host, and what comes after `).` or `/..`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund get-urls@12.1.0 anchorme@3.0.8 linkifyjs@4.4.0
cat >probe.mjs <<'JS'
import anchorme from 'anchorme'
import getUrls from 'get-urls'
import { find } from 'linkifyjs'

const list = (anchorme.default ?? anchorme).list
const addresses = [
  'https://en.wikipedia.org/wiki/Java_(programming_language)',
  'https://docs.example.com/ms123(v=vs.85).aspx',
  "https://example.com/rock'n'roll/page",
  'https://example.com#pricing',
]
const seen = addresses.map((address) => {
  const text = `see ${address} there`
  return {
    getUrls: [...getUrls(text)].join(),
    withOption: [...getUrls(text, { requireSchemeOrWww: false })].join(),
    anchorme: list(text).map(({ string }) => string).join(),
    linkifyjs: find(text).map(({ value }) => value).join(),
  }
})
console.log(seen)
const asSeen =
  seen.every(({ linkifyjs }, place) => linkifyjs === addresses[place]) &&
  seen[0].getUrls === 'https://en.wikipedia.org/wiki/Java_(programming_language' &&
  seen[0].withOption === addresses[0] &&
  seen[1].getUrls === 'https://docs.example.com/ms123(v=vs.85' &&
  seen[2].getUrls === 'https://example.com/rock' &&
  seen[1].anchorme === 'https://docs.example.com/ms123(v=vs.85)' &&
  seen[3].anchorme === 'https://example.com'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: the address of an article is found without its last character.'
