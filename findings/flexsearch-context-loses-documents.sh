#!/usr/bin/env bash
# flexsearch 0.8.212; needs Node 24 and the npm registry.
#
# Expected: `context: true` changes the order of the results, not which documents are found. The README says that
# the window of the context grows "when the query did not match any results", and that a search whose context
# chain breaks "falls back to default index". For its own example it gives [1, 2] without and [2, 1] with context.
# Seen: if a query has several words, a document is found only if they are next to each other in it. The example
# of the README gives [2]. A document that contains all words of a query is not found even if it is the only one
# of the index, and with `depth: 4` neither if the words are further apart than that.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund flexsearch@0.8.212
cat >probe.mjs <<'JS'
import { Index } from 'flexsearch'

function look(texts, query) {
  const found = (options) => {
    const index = new Index(options)
    for (const [place, text] of texts.entries()) index.add(place + 1, text)
    return index.search(query).join()
  }
  return [{}, { context: true }, { context: { depth: 4 } }].map(found)
}
const readme = ['1 A B C D 2 E F G H I 3 J K L', 'A B C D E F G H I J 1 2 3 K L']
const post = ['we need a crm that a small team without an office can pay for']
const seen = { readme: look(readme, '1 2 3'), post: look(post, 'crm pay'), near: look(post, 'small team') }
console.log(seen)
const asSeen =
  seen.readme.join(' | ') === '1,2 | 2 | 2' &&
  seen.post.join(' | ') === '1 |  | ' &&
  seen.near.join(' | ') === '1 | 1 | 1'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: with context, a document with all words of the query is not found.'
