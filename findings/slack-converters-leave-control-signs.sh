#!/usr/bin/env bash
# slackify-markdown 5.0.0, slackify-html 1.0.1; needs Node 24 and the npm registry.
#
# Expected: what a converter to Slack's format writes shows the words of its input. Slack takes `<...>` in the text of a
# message as a link or a mention, so its documentation has `&`, `<` and `>` replaced by `&amp;`, `&lt;` and `&gt;`
# (docs.slack.dev/messaging/formatting-message-text). Both packages are converters to that format.
# Seen: slackify-markdown escapes plain text only. In code and for what looks like a tag the signs stay: from
# `Map<String>` or "a List<Order>" Slack makes a link, and the word in brackets is gone. A hard line break of
# Markdown (two spaces) becomes a backslash that everyone sees. slackify-html unescapes `&lt;` and does not escape it
# again, and joins the words before and after a paragraph, a line break or a list item: "twothree".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund slackify-markdown@5.0.0 slackify-html@1.0.1
cat >probe.mjs <<'JS'
import slackifyHtml from 'slackify-html'
import { slackifyMarkdown } from 'slackify-markdown'

const markdown = (text) => slackifyMarkdown(text).trimEnd()
const seen = {
  plain: markdown('a < b & c'),
  code: markdown('use `Map<String>` & co'),
  block: markdown('```\nif (a<b && c>d) {}\n```'),
  tag: markdown('a List<Order> of them'),
  lineBreak: markdown('one  \ntwo'),
  html: slackifyHtml('a List&lt;Order&gt; of them'),
  paragraphs: slackifyHtml('<p>one</p><p>two<br>three</p><ul><li>four</li><li>five</li></ul>'),
}
console.log(seen)
const asSeen =
  seen.plain === 'a &lt; b &amp; c' &&
  seen.code === 'use `Map<String>` &amp; co' &&
  seen.block.includes('if (a<b && c>d) {}') &&
  seen.tag === 'a List<Order> of them' &&
  seen.lineBreak === 'one\\\ntwo' &&
  seen.html === 'a List<Order> of them' &&
  seen.paragraphs === 'onetwothreefourfive'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: words in angle brackets reach Slack as links.'
