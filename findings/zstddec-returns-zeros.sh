#!/usr/bin/env bash
# zstddec 0.3.4; needs Node 24 and the npm registry.
#
# Expected: a frame of Zstandard need not say how long its content is (RFC 8878, section 3.1.1.1.4); files that were
# compressed from a stream do not. Without a length, the documentation says, `decode()` "may fail with the error" of a
# wrong WASM signature.
# Seen: it does not fail. It returns 16 MB that are not the content: the first bytes of a text of 17 are zeros. With
# the length as second argument, and for frames that name it, the result is right. fzstd and Node read both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund zstddec@0.3.4 fzstd@0.1.1
cat >probe.mjs <<'JS'
import { createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { decompress } from 'fzstd'
import { ZSTDDecoder } from 'zstddec'

const text = 'Monday: 12 posts\n'
const compressor = createZstdCompress()
compressor.write(text)
compressor.end()
const streamed = Buffer.concat(await compressor.toArray())
const whole = zstdCompressSync(text, { pledgedSrcSize: text.length })
const decoder = new ZSTDDecoder()
await decoder.init()
const textOf = (bytes) => Buffer.from(bytes).toString()
const zstddec = decoder.decode(streamed)
const seen = {
  'zstddec, length of the result': zstddec.length,
  'zstddec, the first bytes': Buffer.from(zstddec.subarray(0, text.length)).toString('hex'),
  'zstddec with the length': textOf(decoder.decode(streamed, text.length)),
  'zstddec of a frame that names it': textOf(decoder.decode(whole)),
  fzstd: textOf(decompress(streamed)),
  node: textOf(zstdDecompressSync(streamed)),
}
console.log(seen)
const asSeen =
  zstddec.length > 16_000_000 &&
  zstddec.subarray(0, text.length).every((byte) => byte === 0) &&
  Object.values(seen).slice(2).every((read) => read === text)
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: 16 MB that begin with zeros instead of a short text.'
