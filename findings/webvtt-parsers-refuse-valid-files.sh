#!/usr/bin/env bash
# node-webvtt 2.0.0, subtitle 4.2.2, @plussub/srt-vtt-parser 2.0.5; needs Node 24 and the npm registry.
#
# Expected: a transcript in WebVTT (W3C, https://www.w3.org/TR/webvtt1/) is read completely. The format allows a
# style block before the first cue, a name above a cue, settings behind its times ("align:start position:0%", as
# captions of video sites have them), tabs around the arrow, and an empty cue.
# Seen: each of the three parsers reads the plainest file and fails at other valid files. node-webvtt refuses
# the whole file for a style block or tabs around the arrow. subtitle refuses it for a style block, a cue with
# a name, or tabs. @plussub/srt-vtt-parser gives a cue with settings no end (null), and takes an empty cue and
# the next one, with its times, as one text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund node-webvtt@2.0.0 subtitle@4.2.2 @plussub/srt-vtt-parser@2.0.5
cat >probe.mjs <<'JS'
import { parse as parsePlussub } from '@plussub/srt-vtt-parser'
import webvtt from 'node-webvtt'
import subtitle from 'subtitle'

const files = {
  plain: 'WEBVTT\n\n00:05.000 --> 00:06.000\nWe count by hand.\n',
  style: 'WEBVTT\n\nSTYLE\n::cue { color: red }\n\n00:05.000 --> 00:06.000\nWe count by hand.\n',
  name: 'WEBVTT\n\nanswer\n00:05.000 --> 00:06.000\nWe count by hand.\n',
  tabs: 'WEBVTT\n\n00:05.000\t-->\t00:06.000\nWe count by hand.\n',
  settings: 'WEBVTT\n\n00:05.000 --> 00:06.000 align:start position:0%\nWe count by hand.\n',
  empty: 'WEBVTT\n\n00:03.000 --> 00:04.000\n\n00:05.000 --> 00:06.000\nWe count by hand.\n',
}
const parsers = {
  'node-webvtt': (text) => webvtt.parse(text).cues.map(({ start, end, text: said }) => [start * 1000, end * 1000, said]),
  subtitle: (text) =>
    subtitle
      .parseSync(text)
      .filter(({ type }) => type === 'cue')
      .map(({ data }) => [data.start, data.end, data.text]),
  '@plussub/srt-vtt-parser': (text) => parsePlussub(text).entries.map(({ from, to, text: said }) => [from, to, said]),
}
/** Right: the one spoken cue is there with its times, and no other cue has a text. */
const outcome = (parse, text) => {
  try {
    const spoken = parse(text).filter(([, , said]) => said.trim() !== '')
    return JSON.stringify(spoken) === '[[5000,6000,"We count by hand."]]' ? 'right' : JSON.stringify(spoken)
  } catch {
    return 'refused'
  }
}
const seen = Object.fromEntries(
  Object.entries(parsers).map(([name, parse]) => [
    name,
    Object.fromEntries(Object.entries(files).map(([kind, text]) => [kind, outcome(parse, text)])),
  ]),
)
console.log(seen)
const wrong = (name) => Object.keys(files).filter((kind) => seen[name][kind] !== 'right').join(' ')
const asSeen =
  wrong('node-webvtt') === 'style tabs' &&
  wrong('subtitle') === 'style name tabs' &&
  wrong('@plussub/srt-vtt-parser') === 'settings empty' &&
  seen['@plussub/srt-vtt-parser'].settings === '[[5000,null,"We count by hand."]]'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: each of three parsers of WebVTT fails at valid files.'
