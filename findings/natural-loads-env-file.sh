#!/usr/bin/env bash
# natural 8.1.1; needs Node 24 and the npm registry.
#
# Expected: to import a library for words, of which only a stemmer is used, changes nothing about the process. Its
# README mentions neither environment variables nor a file with settings.
# Seen: the import reads `.env` of the current folder into `process.env` and writes five lines to the standard
# output. A program that is started with chosen settings then also runs with those of a file that it never asked
# for, and a program that prints JSON prints something else before it. Known as
# https://github.com/NaturalNode/natural/issues/777, open.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts natural@8.1.1
echo 'SETTING_OF_ANOTHER_PROGRAM=on' >.env
cat >print.mjs <<'JS'
import natural from 'natural'

const stem = natural.PorterStemmer.stem('words')
console.log(JSON.stringify({ stem, setting: process.env.SETTING_OF_ANOTHER_PROGRAM }))
JS
cat >probe.mjs <<'JS'
import { execFileSync } from 'node:child_process'

const lines = execFileSync(process.execPath, ['print.mjs'], { encoding: 'utf8' }).trim().split('\n')
const printed = JSON.parse(lines.at(-1))
const others = lines.slice(0, -1)
console.log({ printed, others })
const asSeen =
  printed.stem === 'word' &&
  printed.setting === 'on' &&
  others.length === 5 &&
  others.every((line) => line.includes('.env'))
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: the import of a stemmer loads settings from .env.'
