#!/usr/bin/env bash
# rss-parser 3.13.0, @extractus/feed-extractor 8.0.3, htmlparser2 12.0.0 (parseFeed); needs Node 24 and the npm
# registry.
#
# Expected: the link of an Atom entry is the one to the entry itself. RFC 4287 says that a link without `rel` is such
# a link ("alternate", section 4.2.7.2), and that the order of an entry's elements means nothing (section 4.1.2).
# Seen: the three parsers look for a written `rel="alternate"` at best, and else take the first link. If the
# replies or an enclosure come first, the entry's link is that of its comments or of a sound file. htmlparser2
# also searches inside `source`, so a copied entry gets the link of the whole feed that it was copied from.
# feedparser 2.6.0 and @rowanmanning/feed-parser 2.1.5 take the right link of each.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund rss-parser@3.13.0 @extractus/feed-extractor@8.0.3 htmlparser2@12.0.0 \
  feedparser@2.6.0 @rowanmanning/feed-parser@2.1.5
cat >probe.mjs <<'JS'
import { Readable } from 'node:stream'
import { extractFromXml } from '@extractus/feed-extractor'
import { parseFeed as parseByRowan } from '@rowanmanning/feed-parser'
import FeedParser from 'feedparser'
import { parseFeed as parseByHtmlparser2 } from 'htmlparser2'
import RssParser from 'rss-parser'

const feed = (links) => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Posts</title><id>urn:posts</id><updated>2024-01-01T00:00:00Z</updated>
<entry><id>urn:post:1</id><title>Post</title><updated>2024-01-02T00:00:00Z</updated>${links}</entry></feed>`
const own = '<link href="https://example.com/post"/>'
const feeds = {
  only: feed(own),
  replies: feed(`<link rel="replies" href="https://example.com/post/comments"/>${own}`),
  enclosure: feed(`<link rel="enclosure" href="https://example.com/post.mp3"/>${own}`),
  source: feed(
    `<source><id>urn:other</id><title>Other</title><link href="https://other.example/"/></source>${own}`,
  ),
}
const parsers = {
  'rss-parser': async (xml) => (await new RssParser().parseString(xml)).items[0].link,
  'feed-extractor': (xml) => extractFromXml(xml).entries[0].link,
  htmlparser2: (xml) => parseByHtmlparser2(xml).items[0].link,
  feedparser: async (xml) => {
    for await (const item of Readable.from([xml]).pipe(new FeedParser())) return item.link
  },
  'feed-parser': (xml) => parseByRowan(xml).items[0].url,
}
const seen = {}
for (const [name, linkOf] of Object.entries(parsers)) {
  seen[name] = []
  for (const [kind, xml] of Object.entries(feeds)) {
    const link = await linkOf(xml)
    if (link !== 'https://example.com/post') seen[name].push(`${kind}: ${link}`)
  }
}
console.log('wrong:', seen)
const kindsOf = (name) => seen[name].map((wrong) => wrong.split(':')[0]).join()
const asSeen =
  kindsOf('rss-parser') === 'replies,enclosure' &&
  kindsOf('feed-extractor') === 'replies,enclosure' &&
  kindsOf('htmlparser2') === 'replies,enclosure,source' &&
  kindsOf('feedparser') === '' &&
  kindsOf('feed-parser') === ''
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: three of five parsers take the first link for the entry, whatever it leads to.'
