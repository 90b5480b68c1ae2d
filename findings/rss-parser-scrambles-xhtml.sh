#!/usr/bin/env bash
# rss-parser 3.13.0; needs Node 24 and the npm registry.
#
# Expected: the content of an Atom entry of type "xhtml" (RFC 4287, section 4.1.3.3) has its words in their order.
# Seen: the parser collects the text of each element, and then its children by their name, so a sentence with
# marked words comes out in another order, in `content` and in `contentSnippet`. What a person wrote becomes a
# text that nobody wrote, and a phrase is no longer found. A title of type "xhtml" becomes an object instead of a
# text. Known as https://github.com/rbren/rss-parser/issues/275, open.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund rss-parser@3.13.0
cat >probe.mjs <<'JS'
import Parser from 'rss-parser'

const xhtml = (text) => `<div xmlns="http://www.w3.org/1999/xhtml">${text}</div>`
const feed = (title, content) => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Posts</title><id>urn:posts</id><updated>2024-01-01T00:00:00Z</updated>
<entry><id>urn:post:1</id><updated>2024-01-02T00:00:00Z</updated><link href="https://example.com/1"/>
${title}<content type="xhtml">${xhtml(content)}</content></entry></feed>`
const read = async (title, content) => (await new Parser().parseString(feed(title, content))).items[0]
const plain = await read('<title>Stock</title>', 'We count stock by hand each week.')
const marked = await read(
  `<title type="xhtml">${xhtml('Too <em>slow</em>')}</title>`,
  'We <b>count</b> stock <em>by hand</em> each <b>week</b>.',
)
const words = ({ contentSnippet }) => contentSnippet.replace(/\s+/g, ' ')
console.log({ plain: words(plain), marked: words(marked), title: marked.title })
const asSeen =
  words(plain) === 'We count stock by hand each week.' &&
  words(marked).startsWith('We stock each .') &&
  typeof marked.title === 'object'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: words that are marked up move to the end of their paragraph.'
