#!/usr/bin/env bash
# @extractus/feed-extractor 8.0.3; needs Node 24 and the npm registry.
#
# Expected: titles and identifiers of a feed are texts, and two different ones stay different.
# Seen: what looks like a number is read as a number and written again. The guids `0010`, `10` and `0xA` all
# become "10", so a reader that knows entries by their id loses two of three. A title `1e3` becomes "1000", a
# description `1.10` "1.1". Atom content of type "xhtml" is dropped, and so is what is between < and > in content
# of type "text", which RFC 4287 (section 4.1.3.3) describes as plain text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @extractus/feed-extractor@8.0.3
cat >probe.mjs <<'JS'
import { extractFromXml } from '@extractus/feed-extractor'

const item = ([guid, title, text]) =>
  `<item><guid isPermaLink="false">${guid}</guid><title>${title}</title><description>${text}</description></item>`
const rss = (items) => `<?xml version="1.0"?><rss version="2.0"><channel><title>Posts</title>
<link>https://example.com/</link><description>Posts</description>${items.map(item).join('')}</channel></rss>`
const atom = (content) => `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Posts</title>
<id>urn:posts</id><updated>2024-01-01T00:00:00Z</updated><entry><id>urn:post:1</id><title>Post</title>
<updated>2024-01-02T00:00:00Z</updated><link href="https://example.com/1"/>${content}</entry></feed>`
const { entries } = extractFromXml(rss([['0010', '1e3', '1.10'], ['10', 'Ten', 'b'], ['0xA', 'A', 'c']]))
const describe = (content) => extractFromXml(atom(content)).entries[0].description
const seen = {
  ids: entries.map(({ id }) => id).join(' '),
  title: entries[0].title,
  description: entries[0].description,
  html: describe('<content type="html">&lt;p&gt;We count by hand.&lt;/p&gt;</content>'),
  xhtml: describe(
    '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>We count by hand.</p></div></content>',
  ),
  text: describe('<content type="text">A List&lt;Order&gt; is slow.</content>'),
}
console.log(seen)
const asSeen =
  seen.ids === '10 10 10' &&
  seen.title === '1000' &&
  seen.description === '1.1' &&
  seen.html === 'We count by hand.' &&
  seen.xhtml === '' &&
  seen.text === 'A List is slow.'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: three different guids become one, and a whole text is dropped.'
