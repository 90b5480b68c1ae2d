#!/usr/bin/env bash
# feed 6.0.0, rss 1.2.2, feedsmith 3.0.1; needs Node 24 and the npm registry.
#
# Expected: what a feed library writes is well-formed XML, whatever text a post contains. A reader has to refuse a
# document that is not (XML 1.0, section 1.2), so one post would make the whole feed unreadable.
# Seen: all three write control characters, which XML 1.0 forbids even as references (section 2.2). A vertical tab, as
# text pasted from a word processor contains it, is enough. feed also divides only the first `]]>` of a text: a
# post that contains it twice, such as one with two lines of `a[b[0]]>1`, ends its CDATA section too early.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund feed@6.0.0 rss@1.2.2 feedsmith@3.0.1 saxes@6.0.0
cat >probe.mjs <<'JS'
import { Feed } from 'feed'
import { generateRssFeed } from 'feedsmith'
import RSS from 'rss'
import { SaxesParser } from 'saxes'

const url = 'https://example.com/post'
const writers = {
  feed: (text) => {
    const feed = new Feed({ title: 'Posts', id: url, link: url, copyright: '' })
    feed.addItem({ title: 'Post', id: url, link: url, description: text, date: new Date(0) })
    return feed.rss2()
  },
  rss: (text) => {
    const feed = new RSS({ title: 'Posts', feed_url: url, site_url: url })
    feed.item({ title: 'Post', url, description: text })
    return feed.xml()
  },
  feedsmith: (text) =>
    generateRssFeed({ title: 'Posts', link: url, description: 'Posts', items: [{ title: 'Post', description: text }] }),
}
const isWellFormed = (xml) => {
  let errors = 0
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => {
    errors += 1
  })
  parser.write(xml).close()
  return errors === 0
}
const texts = {
  plain: 'a < b & c',
  once: 'if (a[b[0]]>1)',
  twice: 'if (a[b[0]]>1)\nif (a[b[1]]>1)',
  verticalTab: 'first line\u000bsecond line',
}
const seen = {}
for (const [name, write] of Object.entries(writers)) {
  seen[name] = Object.keys(texts).filter((kind) => !isWellFormed(write(texts[kind]))).join()
}
console.log('not well-formed:', seen)
if (seen.feed !== 'twice,verticalTab' || seen.rss !== 'verticalTab' || seen.feedsmith !== 'verticalTab') {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: a character in one post makes a whole feed unreadable.'
