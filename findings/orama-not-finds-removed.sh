#!/usr/bin/env bash
# @orama/orama 3.1.18; needs Node 24 and the npm registry.
#
# Expected: a document that was removed is in no answer and in no count.
# Seen: `where: { not: ... }` starts from every internal number that was ever given out, also from those of
# removed documents. So a removed document is among the hits, with its id and with `{}` as its content, and
# `count` includes it, for good. The same filter without `not` (`open: false`) finds what is there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @orama/orama@3.1.18
cat >probe.mjs <<'JS'
import { create, insert, remove, search } from '@orama/orama'

const db = create({ schema: { open: 'boolean' } })
insert(db, { id: 'open', open: true })
insert(db, { id: 'removed', open: false })
insert(db, { id: 'kept', open: false })
const look = (where) => {
  const { count, hits } = search(db, { term: '', where })
  return `${count}: ${hits.map(({ id, document }) => (Object.keys(document).length ? id : `${id} (empty)`)).join(', ')}`
}
remove(db, 'removed')
const seen = { all: look(undefined), closed: look({ open: false }), notOpen: look({ not: { open: true } }) }
console.log(seen)
const asSeen =
  seen.all === '2: open, kept' &&
  seen.closed === '1: kept' &&
  seen.notOpen === '2: removed (empty), kept'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: a filter with "not" finds and counts removed documents.'
