#!/usr/bin/env bash
# vader-sentiment 1.1.3; needs Node 24 and the npm registry.
#
# Expected: a word that negates turns the sign of the next one, wherever it is in a sentence. The package
# describes itself as a port of VADER, and VADER compares such words in lower case
# (https://github.com/cjhutto/vaderSentiment/issues/46): its documentation gives "Not bad at all" 0.431.
# Seen: the port compares them as written, so a negation at the start of a sentence or in capitals is no
# negation. "Not good" has the score of "good", and "Not bad at all" that of a complaint. Words that end with
# "n't" are found, because they are compared by their end. The same holds for "but": what follows "But" at the
# start of a sentence does not count more than what precedes it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund vader-sentiment@1.1.3
cat >probe.mjs <<'JS'
import vader from 'vader-sentiment'

const score = (text) => vader.SentimentIntensityAnalyzer.polarity_scores(text).compound
const texts = [
  'good',
  'not good',
  'Not good',
  'NOT good',
  'never good',
  'Never good',
  "Isn't good",
  'not bad at all',
  'Not bad at all',
  'It is bad. but it is good.',
  'It is bad. But it is good.',
]
const seen = Object.fromEntries(texts.map((text) => [text, score(text)]))
console.log(seen)
const asSeen =
  seen['not good'] < 0 &&
  seen['never good'] < 0 &&
  seen["Isn't good"] < 0 &&
  ['Not good', 'NOT good', 'Never good'].every((text) => seen[text] === seen.good) &&
  seen['not bad at all'] === 0.431 &&
  seen['Not bad at all'] < -0.5 &&
  seen['It is bad. but it is good.'] > 0 &&
  seen['It is bad. But it is good.'] < 0
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: a negation that begins a sentence is not one.'
