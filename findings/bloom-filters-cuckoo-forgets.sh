#!/usr/bin/env bash
# bloom-filters 3.0.4, CuckooFilter; needs Node 24 and the npm registry.
#
# Expected: `has()` answers false only if an element is "definitively not in the filter", as the documentation says,
# and `add()` answers false if the filter is full.
# Seen: `create(5000, 0.01)` takes 5000 elements, answers true for each, and then denies a third of them. When
# buckets are full, an element moves to its other bucket, whose number is the first one XOR a hash (Fan and others
# 2014, section 3.1, which the documentation cites). The package takes the absolute value of that, modulo the
# number of buckets, so the way back leads elsewhere and the element is not found. A number of buckets that is a
# power of two and twice as much room only make it rarer. Known as
# https://github.com/Callidon/bloom-filters/issues/68, open.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund bloom-filters@3.0.4
cat >probe.mjs <<'JS'
import bloomFilters from 'bloom-filters'

function look(filter, count) {
  filter.seed = 1
  const posts = Array.from({ length: count }, (_, number) => `post ${number}`)
  const refused = posts.filter((post) => !filter.add(post)).length
  const denied = posts.filter((post) => !filter.has(post)).length
  return { buckets: filter.size, refused, denied }
}
const seen = {
  created: look(bloomFilters.CuckooFilter.create(5000, 0.01), 5000),
  powerOfTwo: look(new bloomFilters.CuckooFilter(2048, 2, 4), 5000),
}
console.table(seen)
const asSeen =
  seen.created.refused === 0 &&
  seen.created.denied > 500 &&
  seen.powerOfTwo.refused === 0 &&
  seen.powerOfTwo.denied > 0
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: the filter denies elements that it took.'
