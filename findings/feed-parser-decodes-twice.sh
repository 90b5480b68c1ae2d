#!/usr/bin/env bash
# @rowanmanning/feed-parser 2.1.5; needs Node 24 and the npm registry.
#
# Expected: the content of an item is the HTML that the feed holds. XML escapes are undone once, and nothing is
# undone within CDATA (XML 1.0, section 2.7).
# Seen: entities are decoded once more. HTML that shows `List<Order>` as text (`List&lt;Order&gt;`) comes out with
# `<Order>` as a tag, so each program that turns it into text or cleans it loses the word. Posts about code or
# with shell commands, paths and placeholders (`<name>`) lose those. A title in which `&amp;` is meant as written
# loses it too. Known as https://github.com/rowanmanning/feed-parser/issues/209, open.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @rowanmanning/feed-parser@2.1.5 html-to-text@10.0.1
cat >probe.mjs <<'JS'
import { parseFeed } from '@rowanmanning/feed-parser'
import { convert } from 'html-to-text'

const html = '<p>Run deploy &lt;name&gt; by hand.</p>'
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const feed = (content) => `<?xml version="1.0"?><rss version="2.0"
xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Posts</title><link>https://example.com/</link>
<description>Posts</description><item><title>Post</title><content:encoded>${content}</content:encoded></item>
</channel></rss>`
const read = (content) => convert(parseFeed(feed(content)).items[0].content)
const seen = { html: convert(html), cdata: read(`<![CDATA[${html}]]>`), escaped: read(escape(html)) }
console.log(seen)
const asSeen =
  seen.html === 'Run deploy <name> by hand.' &&
  seen.cdata === 'Run deploy by hand.' &&
  seen.escaped === 'Run deploy by hand.'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: what a post shows between < and > is gone.'
