import { limits } from '#contract/limits.ts'

// The worst known input of maximum size for each function that reads texts of users or sites. All made up.

const fill = (text: string, characters: number) =>
  text.repeat(Math.ceil(characters / text.length)).slice(0, characters)

const wish =
  'Is there any software that tracks unpaid invoices for a bike shop, I hate our current tool and would gladly pay $50 a month for something that is not QuickBooks. '

/** Inputs that are slow to score, to tokenize or to parse as HTML. */
const texts = (characters: number): Record<string, string> => ({
  wishes: fill(wish, characters),
  'short sentences': fill('I. ', characters),
  'lists of words': fill('a,', characters),
  letters: fill('a', characters),
  'open brackets': fill('<', characters),
  'blanks and line ends': fill(' \n', characters),
  addresses: fill('a.', characters),
})

/** A pasted post. */
export const pastedPosts = Object.entries(texts(limits.postTextCharacters)).map(([name, selftext]) => ({
  name,
  body: { title: selftext.slice(0, limits.pastedTitleCharacters), selftext },
}))

const list = limits.listFileCharacters

export const pastedLists = Object.entries({
  ...texts(list),
  'communities and commas': fill('r/a,,', list),
  'communities that end in a slash': `${fill('r/a,,', list - 2)}//`,
  'lines of communities': fill('r/saas, r/startups and more\n', list),
  quotes: fill('"a" -', list),
  'deep JSON': fill('[', list),
  'a table': `name,subreddits\n${fill('"a","r/a r/b"\n', list - 16)}`,
}).map(([name, text]) => ({ name, body: { text } }))

/** A file of a free account, in parts. Each part is read for a preview. */
const fileCharacters = limits.ownParts.free * limits.ownPartCharacters

function partsOf(text: string): string[] {
  const parts: string[] = []
  for (let at = 0; at < text.length; at += limits.ownPartCharacters)
    parts.push(text.slice(at, at + limits.ownPartCharacters))
  return parts
}

const wide = (row: string) =>
  fill(`${Array<string>(limits.ownColumns).fill(row).join(',')}\n`, fileCharacters)
const longRow = (text: string) => `${text.slice(0, limits.postTextCharacters - 1000)}\n`

const longRows = Object.fromEntries(
  Object.entries(texts(limits.postTextCharacters)).map(([name, text]) => [
    `long rows of ${name}`,
    `text\n${fill(longRow(text.replaceAll('\n', ' ').replaceAll(',', ' ')), fileCharacters - 5)}`,
  ]),
)

export const ownFiles = Object.entries({
  ...longRows,
  'two hundred columns': wide('1'),
  'a quote that is never closed': `text\n"${fill('a "" b\n', fileCharacters - 6)}`,
  'deep JSON': `{"text":${fill('[', fileCharacters - 8)}`,
  'JSON of many fields': fill('{"text":"a","b":1}\n', fileCharacters),
  'very short lines': fill('a b\n', fileCharacters),
}).map(([name, text]) => ({ name, parts: partsOf(text) }))

/** Rows for a brief, as many as a free account may have. */
export const briefFile = {
  name: 'a brief of its rows',
  parts: partsOf(
    `text\n${Array.from({ length: limits.ownRows.free }, (_, at) => `${at} ${fill(wish.replaceAll(',', ' '), fileCharacters / limits.ownRows.free - 20)}\n`).join('')}`,
  ),
}

/** An ordinary file. */
export const smallFile = `text\n${Array.from({ length: 100 }, (_, at) => `"Row ${at}: ${wish}"\n`).join('')}`

const feedBytes = 8 * 1024 * 1024 - 2000
const feed = (inside: string) =>
  `<rss version="2.0"><channel><title>News</title><link>https://example.test</link>${inside}</channel></rss>`
const item = (at: number, html: string) =>
  `<item><guid>${at}</guid><title>Unpaid invoices ${at}</title><description><![CDATA[${html}]]></description></item>`
const items = (count: number, html: (characters: number) => string) =>
  feed(Array.from({ length: count }, (_, at) => item(at, html(Math.floor(feedBytes / count) - 120))).join(''))

/** A response of one site, as large as the limit allows. */
const feeds: readonly { path: string; text: string }[] = [
  { path: '/long-posts', text: items(200, (characters) => `<p>${fill(wish, characters)}</p>`) },
  { path: '/many-posts', text: items(1000, (characters) => fill('<b>I</b>. ', characters)) },
  { path: '/open-brackets', text: items(20, (characters) => fill('<', characters)) },
  {
    path: '/attributes',
    text: feed(`<item ${Array.from({ length: 700_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
  },
  { path: '/elements', text: feed(fill('<a b="c"/>', feedBytes)) },
  { path: '/deep', text: feed(fill('<a>', feedBytes)) },
  { path: '/deep-json', text: fill('{"items":[', feedBytes) },
]

/** By path. Encoded in advance, because the site runs in the process that measures. */
export const feedBodies = new Map(feeds.map(({ path, text }) => [path, Buffer.from(text)]))
