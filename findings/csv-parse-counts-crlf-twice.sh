#!/usr/bin/env bash
# csv-parse 7.0.3; needs Node 24 and the npm registry.
#
# Expected: a file has the same lines, whether they end with LF or with CRLF. So `from_line` and `to_line` take
# the same rows of it, and errors and `info` name the same lines.
# Seen: a CRLF inside a quoted cell counts as two lines, a CRLF between rows as one. CRLF is the line end of
# RFC 4180, and exports of surveys have cells with several lines. `to_line` then leaves out rows without an
# error, `from_line` keeps rows that it should skip, and the error for a wrong row names a later line: each
# line break in an earlier cell adds one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund csv-parse@7.0.3
cat >probe.mjs <<'JS'
import { parse } from 'csv-parse/sync'

// Line 1 is the header, lines 2 and 3 are the first row.
const table = 'id,answer\n1,"slow\nand dear"\n2,fine\n3,good\n'
const look = (text, end) => {
  const csv = text.replaceAll('\n', end)
  const ids = (options) => parse(csv, options).map(([id]) => id).join(' ')
  let error = ''
  try {
    parse(`${csv}4${end}`)
  } catch ({ message }) {
    error = message
  }
  return { upToLine5: ids({ to_line: 5 }), fromLine5: ids({ from_line: 5 }), error }
}
const seen = { lf: look(table, '\n'), crlf: look(table, '\r\n') }
console.log(seen)
const asSeen =
  seen.lf.upToLine5 === 'id 1 2 3' &&
  seen.crlf.upToLine5 === 'id 1 2' &&
  seen.lf.fromLine5 === '3' &&
  seen.crlf.fromLine5 === '2 3' &&
  seen.lf.error.endsWith('on line 6') &&
  seen.crlf.error.endsWith('on line 7')
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: with CRLF, a cell of two lines counts as three.'
