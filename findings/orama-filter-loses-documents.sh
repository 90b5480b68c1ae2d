#!/usr/bin/env bash
# @orama/orama 3.1.18; needs Node 24 and the npm registry.
#
# Expected: after a document is removed, a filter on a number finds all others that fulfil it.
# Seen: `remove()`, and `update()`, which removes first, can cut off a part of the tree that the index of numbers
# is. Removing the second of five documents loses two others: `gte: 0` finds two of four. A search without the
# filter still finds all four. The node that is removed has two children and its right child has no left one.
# The tree is then balanced at that node, but the result is attached only at the root.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @orama/orama@3.1.18
cat >probe.mjs <<'JS'
import { create, insert, remove, search } from '@orama/orama'

const found = (removed) => {
  const db = create({ schema: { votes: 'number' } })
  for (let votes = 0; votes < 5; votes += 1) insert(db, { id: `post ${votes}`, votes })
  if (removed !== undefined) remove(db, removed)
  const idsOf = (where) => search(db, { term: '', where, limit: 100 }).hits.map(({ id }) => id).sort()
  return { all: idsOf(undefined), atLeast0: idsOf({ votes: { gte: 0 } }), equal: idsOf({ votes: { eq: 4 } }) }
}
const seen = { before: found(), after: found('post 1') }
console.log(seen)
const asSeen =
  seen.before.atLeast0.length === 5 &&
  seen.after.all.join() === 'post 0,post 2,post 3,post 4' &&
  seen.after.atLeast0.length === 2
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: after one removal, a filter that all documents fulfil finds half of them.'
