#!/usr/bin/env bash
# fflate 0.8.3; needs Node 24 and the npm registry.
#
# Expected: a gzip file is decompressed completely. It is "a series of members" (RFC 1952, section 2.2): daily logs
# that were put together, and archives that were compressed in blocks, have several.
# Seen: `gunzipSync`, `decompressSync` and `gunzip` return the first member only, cut to the length of the last
# one, without an error. The stream of the same package (`Gunzip`) reads all members, as Node's zlib does. Known as
# https://github.com/101arrowz/fflate/pull/287, open.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund fflate@0.8.3
cat >probe.mjs <<'JS'
import { gunzipSync as gunzipByNode, gzipSync } from 'node:zlib'
import { decompressSync, Gunzip, gunzip, gunzipSync } from 'fflate'

const file = Buffer.concat(['Monday: 12 posts\n', 'Tuesday: 3\n'].map((text) => gzipSync(text)))
const textOf = (bytes) => Buffer.from(bytes).toString()
let streamed = ''
new Gunzip((bytes) => {
  streamed += textOf(bytes)
}).push(file, true)
const seen = {
  node: textOf(gunzipByNode(file)),
  streamed,
  gunzipSync: textOf(gunzipSync(file)),
  decompressSync: textOf(decompressSync(file)),
  gunzip: await new Promise((resolve, reject) =>
    gunzip(file, (error, bytes) => (error ? reject(error) : resolve(textOf(bytes)))),
  ),
}
console.log(seen)
const all = 'Monday: 12 posts\nTuesday: 3\n'
const cut = 'Monday: 12 '
const asSeen =
  seen.node === all &&
  seen.streamed === all &&
  seen.gunzipSync === cut &&
  seen.decompressSync === cut &&
  seen.gunzip === cut
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: of a gzip file with two members, a part of the first is returned.'
