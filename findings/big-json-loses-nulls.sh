#!/usr/bin/env bash
# big-json 3.2.0, JSONStream 1.3.5; needs Node 24 and the npm registry.
#
# Expected: a document is the same, whether `JSON.parse` reads it or big-json, "a stream based implementation of
# JSON.parse". JSONStream gives each value that a path matches, and says that a null is left out where a `map`
# function returns it.
# Seen: null below the top is lost. In an object its key is missing; in an array a null in the middle is a hole,
# and one at the end makes the array shorter. JSONStream drops matched nulls also without a `map` function, so that
# a stream of an array has fewer elements than the array. @streamparser/json gives all of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund big-json@3.2.0 JSONStream@1.3.5 @streamparser/json@0.0.26
cat >probe.mjs <<'JS'
import { JSONParser } from '@streamparser/json'
import bigJson from 'big-json'
import JSONStream from 'JSONStream'

const post = '{"id":7,"author":null,"text":"We count by hand"}'
const scores = '[3,null,false,0,null]'
const elements = (text) =>
  new Promise((resolve, reject) => {
    const values = []
    const stream = JSONStream.parse('*')
    stream.on('data', (value) => values.push(value)).on('end', () => resolve(values)).on('error', reject)
    stream.end(text)
  })
const byStreamparser = (text) => {
  const values = []
  const parser = new JSONParser({ paths: ['$.*'] })
  parser.onValue = ({ value }) => values.push(value)
  parser.write(text)
  return values
}
const [read, list] = [await bigJson.parse({ body: post }), await bigJson.parse({ body: scores })]
const seen = {
  'keys by big-json': Object.keys(read).join(' '),
  'length by big-json': list.length,
  'places by big-json': Object.keys(list).join(' '),
  'elements by JSONStream': JSON.stringify(await elements(scores)),
  'elements by @streamparser/json': JSON.stringify(byStreamparser(scores)),
}
console.log(seen)
const asSeen =
  seen['keys by big-json'] === 'id text' &&
  seen['length by big-json'] === 4 &&
  seen['places by big-json'] === '0 2 3' &&
  seen['elements by JSONStream'] === '[3,false,0]' &&
  seen['elements by @streamparser/json'] === scores
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: null is lost from objects and arrays.'
