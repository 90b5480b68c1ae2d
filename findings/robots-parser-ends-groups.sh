#!/usr/bin/env bash
# robots-parser 3.0.1; needs Node 24 and the npm registry.
#
# Expected: the rules of robots.txt as RFC 9309 defines them, whose draft the package names as its aim. A line that
# the protocol does not define, such as Sitemap, does not end a group (section 2.2.4). Percent-encoded letters,
# digits and -._~ are the same as the plain ones (section 2.2.2). /robots.txt itself is always allowed.
# Seen: a Sitemap line between two User-agent lines ends the group, so the first agent has no rules and may fetch
# what the site forbids. `/%7Eann` does not match `/~ann`, in a rule as in an address. /robots.txt is forbidden
# with the rest of a site.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund robots-parser@3.0.1
cat >probe.mjs <<'JS'
import robotsParser from 'robots-parser'

const allows = (lines, path) =>
  robotsParser('https://example.com/robots.txt', lines.join('\n')).isAllowed(`https://example.com${path}`, 'ann')
const sitemap = 'Sitemap: https://example.com/sitemap.xml'
const seen = {
  group: allows(['User-agent: ann', 'User-agent: bob', 'Disallow: /drafts'], '/drafts'),
  sitemapInGroup: allows(['User-agent: ann', sitemap, 'User-agent: bob', 'Disallow: /drafts'], '/drafts'),
  plain: allows(['User-agent: *', 'Disallow: /~ann'], '/~ann'),
  encodedRule: allows(['User-agent: *', 'Disallow: /%7Eann'], '/~ann'),
  encodedAddress: allows(['User-agent: *', 'Disallow: /~ann'], '/%7Eann'),
  robots: allows(['User-agent: *', 'Disallow: /'], '/robots.txt'),
}
console.log('allowed:', seen)
const asSeen =
  !seen.group && seen.sitemapInGroup && !seen.plain && seen.encodedRule && seen.encodedAddress && !seen.robots
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node probe.mjs
echo 'As seen: a Sitemap line ends a group, and encoded letters are others than plain ones.'
