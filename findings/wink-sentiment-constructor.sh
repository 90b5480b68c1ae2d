#!/usr/bin/env bash
# wink-sentiment 5.0.2; needs Node 24 and the npm registry.
#
# Expected: `score` is the sum of the words' scores, as a number, for any text.
# Seen: words are looked up in plain objects, so the word "constructor" finds the function that every object
# inherits. `score` becomes a text with that function's source, and `normalizedScore` is 0, whatever else the
# text says. Posts about software contain the word, and a sum or an average over texts becomes a text or NaN.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund wink-sentiment@5.0.2
cat >probe.mjs <<'JS'
import sentiment from 'wink-sentiment'

const look = (text) => {
  const { score, normalizedScore } = sentiment(text)
  return { score, normalizedScore }
}
const seen = { without: look('I hate the editor'), with: look('I hate the constructor') }
console.log(seen)
const asSeen =
  seen.without.score === -3 &&
  seen.without.normalizedScore === -3 &&
  typeof seen.with.score === 'string' &&
  seen.with.score.startsWith('-3function') &&
  seen.with.normalizedScore === 0
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: the score of a text with the word "constructor" is not a number.'
