#!/usr/bin/env bash
# okapibm25 1.4.1; needs Node 24 and the npm registry.
#
# Expected: BM25 counts words. Its documentation calls it "an implementation of OkapiBM25", a bag-of-words
# algorithm.
# Seen: a keyword is counted wherever its letters stand, also inside other words, while the length of a document is
# counted in words. For "art", a text about a start, a cart and a part is before one about art. A keyword is used
# as a regular expression: "v1.2" is also counted in "v152".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund okapibm25@1.4.1
cat >probe.mjs <<'JS'
import okapibm25 from 'okapibm25'

const rank = (documents, word) =>
  okapibm25
    .default(documents, [word])
    .map((score, index) => ({ score, text: documents[index] }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .map(({ text }) => text)
const seen = {
  art: rank(['a book on art', 'start the cart part', 'Art books', 'nothing of it'], 'art'),
  version: rank(['since v152 it fails', 'since v1.2 it fails', 'nothing of it'], 'v1.2'),
}
console.log(seen)
const asSeen =
  seen.art.join(' | ') === 'start the cart part | a book on art' &&
  seen.version.length === 2
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: a text that only contains the letters of a word is before one that contains the word.'
