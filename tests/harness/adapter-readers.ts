import { join } from 'node:path'

type Taker = (...given: never[]) => unknown
/** Calls an adapter's function with an input that contains the text. */
type Giving = (take: (...given: unknown[]) => unknown, text: string) => unknown

const asText: Giving = (take, text) => take(text)
const bytes = (text: string) => new TextEncoder().encode(text)
async function* inChunks(text: string, size = 512) {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size))
}
async function* textChunks(text: string) {
  for await (const chunk of inChunks(text)) yield chunk.toString()
}
async function drain(rows: unknown): Promise<void> {
  for await (const _ of rows as AsyncIterable<unknown>);
}
async function* numbered(text: string) {
  for (const [at, line] of text.split('\n').entries()) yield { number: at + 1, text: line }
}
const rowsOf = (text: string) => text.split('\n', 400).map((line) => line.split(','))
/** An object with one field for every two characters of a text. Some fields are lists of objects. */
const objectOf = (text: string): Record<string, unknown> =>
  Object.fromEntries(
    (text.match(/.{1,2}/gsu) ?? []).map((name, at) => [
      `${name}${at}`,
      [name, [{ text: name }], { name }][at % 3],
    ]),
  )
const now = new Date('2026-01-01T00:00:00Z')
const place = { name: 'forum.example', url: 'https://forum.example', apiUrl: 'https://forum.example/api/v3' }
const lemmyPost = (text: string) => ({
  post: { id: 1, name: text, body: text, published: '2025-01-01T00:00:00Z', ap_id: text },
  counts: { score: 1, comments: 1 },
  community: { name: text, actor_id: `https://a.example/${text}` },
})
const redditPost = (text: string) => ({
  id: 'abc',
  title: text,
  selftext: text,
  subreddit: text,
  permalink: `/r/a/comments/abc/${text}`,
  created_utc: 1_700_000_000,
})

/** Calls of each adapter function that parses text from users or sites. */
export const adapterReaders: Readonly<Record<string, Giving>> = {
  'arctic-shift/arctic-shift-source.ts#isTemporary': (take, text) => take(400, text),
  'discourse/discourse-client.ts#readCategories': (take, text) =>
    take({ categories: [{ id: 1, name: text }] }),
  'discourse/discourse-source.ts#listForums': (take, text) =>
    take([`https://a.example/${encodeURIComponent(text.toWellFormed())}`, `https://a.example/${text}`]),
  'dump-files/column-names.ts#fieldOf': asText,
  'dump-files/column-names.ts#missingColumns': (take, text) => take(text.split(','), [['id'], ['title']]),
  'dump-files/dump-row.ts#printable': asText,
  'dump-files/other-communities.ts#otherCommunities': (take, text) => {
    const isOther = take(new Set(['a'])) as (bytes: Buffer, from: number, to: number) => boolean
    const line = Buffer.from(`{"created_utc":1,"over_18":false,"subreddit":"b","title":"${text}"}`)
    return isOther(line, 0, line.length)
  },
  'dump-files/raw-post.ts#readCount': asText,
  'dump-files/raw-post.ts#readableText': asText,
  'dump-files/raw-post.ts#saysNothing': asText,
  'dump-files/read-csv-rows.ts#detectDelimiter': asText,
  'dump-files/read-csv-rows.ts#headerOf': asText,
  'dump-files/read-csv-rows.ts#readCsvRows': (take, text) =>
    drain(
      take(inChunks(`id,title\n${text}`), { name: 'a', head: Buffer.from('id,title\n'), needed: [['id']] }),
    ),
  'dump-files/read-json-rows.ts#readJsonLines': (take, text) => drain(take(inChunks(`{"a":${text}`), 'a')),
  'dump-files/read-json-rows.ts#readJsonValues': (take, text) => drain(take(inChunks(`[${text}`), 'a')),
  'dump-files/row-source.ts#communityIn': asText,
  'dump-files/row-source.ts#idInAddress': asText,
  'dump-files/row-source.ts#sourceInName': asText,
  'dump-files/split-json.ts#splitJson': (take, text) => drain(take(inChunks(`[${text}`), 1_000_000)),
  'feeds/bounded-xml.ts#requireBoundedXml': asText,
  'feeds/decode-bytes.ts#decodeBytes': (take, text) => {
    take(bytes(text), `text/html;${text}`)
    take(bytes(text), 'text/html')
  },
  'feeds/decode-feed.ts#decodeFeed': (take, text) => take(bytes(text), `text/xml;${text}`),
  'feeds/decode-feed.ts#withoutDoctype': asText,
  'feeds/read-feed.ts#readFeed': (take, text) => {
    for (const body of [text, `<title>${text}</title>`, `<item><description>${text}</description></item>`])
      take(`<rss version="2.0"><channel>${body}</channel></rss>`)
  },
  'feeds/feed-addresses.ts#findLink': asText,
  'feeds/feed-addresses.ts#isAbsolute': asText,
  'feeds/feed-addresses.ts#isNothing': asText,
  'feeds/feed-footer.ts#withoutFooter': (take, text) => take(text, text),
  'feeds/feed-posts.ts#readFeedDate': (take, text) => take(text, now),
  'feeds/feed-posts.ts#readFeedPosts': (take, text) =>
    take(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: text,
        items: [{ id: text, title: text, content_html: text, date_published: text, url: text }],
      }),
      { address: 'https://a.example/feed', now },
    ),
  'feeds/item-ids.ts#identifyItems': (take, text) => {
    const items = text.split('', 200).map((id) => ({ id, link: text.slice(0, 100), title: id }))
    take({ items, base: 'https://a.example' }, 'https://a.example/feed')
  },
  'feeds/item-texts.ts#html': asText,
  'feeds/item-texts.ts#plain': asText,
  'feeds/opml-list.ts#readFeedOutlines': (take, text) => {
    take(`<opml><body>${text}</body></opml>`)
    take(`<opml><body><outline text="${text}" xmlUrl="https://a.example/${text}"/></body></opml>`)
  },
  'feeds/opml-list.ts#readOpml': (take, text) => take(`<opml><body>${text}</body></opml>`),
  'github/github-source.ts#findGithubLimit': (take, text) => take(403, text, new Headers()),
  'guarded-fetch/allowed-address.ts#requireAllowed': (take, text) => take(text, text, false),
  'guarded-fetch/allowed-address.ts#requireWebAddress': (take, text) => take(`https://${text}`, new Set()),
  'hacker-news/plain-text.ts#plainText': asText,
  'hacker-news/plain-text.ts#unescapeHtml': asText,
  'html-text/html-to-text.ts#htmlTitle': asText,
  'html-text/html-to-text.ts#htmlToText': asText,
  'html-text/html-to-text.ts#plainTitle': asText,
  'html-text/html-to-text.ts#shortName': (take, text) => take(text, 'a'),
  'html-text/html-to-text.ts#shortTitle': (take, text) => take(text, 'a'),
  'html-text/html-to-text.ts#titleText': asText,
  'html-text/page-head.ts#isWebPage': asText,
  'html-text/page-head.ts#readPageHead': (take, text) => {
    take(text)
    take(`<head><title>${text}</title><link rel="alternate" href="${text}"></head>`)
  },
  'html-text/parse-html.ts#parseHtml': (take, text) => take(text, { ontext: () => undefined }, 200_000),
  'html-text/storable-text.ts#storableText': asText,
  'instants/date-words.ts#plainWord': asText,
  'instants/read-instant.ts#readDateCell': asText,
  'instants/read-instant.ts#readInstant': (take, text) => take(text, null, now),
  'instants/written-date.ts#readWrittenDate': asText,
  'json-tables.ts#tableRows': (take, text) => {
    take(objectOf(text))
    take(Object.fromEntries(text.split('').map((sign, at) => [sign, { [at]: sign }])))
    take({ columns: ['a', 'b', 'c'], rows: text.split('').map((sign) => [sign]) })
    take({ values: text.split('').map((sign) => [sign]) })
  },
  'json-value.ts#isTooDeep': asText,
  'json-value.ts#parseJson': asText,
  'lemmy/lemmy-posts.ts#readInstancePage': (take, text) => take({ posts: [lemmyPost(text)] }, place),
  'lemmy/lemmy-posts.ts#readInstancePost': (take, text) => take({ post_view: lemmyPost(text) }, place),
  'lemmy/lemmy-source.ts#instanceAt': (take, text) => take(`https://a.example/${text}`, 'lemmy'),
  'lemmy/lemmy-source.ts#isTemporary': (take, text) => take(400, text),
  'list-files/found-lists.ts#shortened': asText,
  'list-files/read-communities.ts#holdsCommunity': asText,
  'list-files/read-communities.ts#isAllCommunities': asText,
  'list-files/read-communities.ts#readCommunities': asText,
  'list-files/read-communities.ts#readCommunityLine': asText,
  'list-files/read-foreign-lists.ts#readForeignLists': (take, text) => {
    for (const list of [
      text,
      `Subreddit,Keyword\n${text},${text}`,
      JSON.stringify({ subreddits: [text], name: text }),
    ])
      take(list)
  },
  'list-files/without-markdown.ts#withoutMarkdown': (take, text) => {
    take(text)
    take(`|a|\n|-|\n|${text}|`)
  },
  'keyed-objects.ts#keyedObjects': (take, text) => {
    take(objectOf(text))
    take(Object.fromEntries(text.split('').map((sign, at) => [String(at), { id: at, [sign]: sign }])))
  },
  'own-files/json-cells.ts#cellsIn': (take, text) => {
    const cells = (row: unknown) => take(row, new Map([['5', 'agent']]))
    cells({ [text]: text, list: [objectOf(text), objectOf(text)], inner: { [text]: [{ a: text }] } })
    const lists = text.split('', 200).map((body) => [{ body, author_id: 5 }])
    cells({ requester: { email: text }, lists: Object.assign({}, lists), text, messages: lists.flat() })
  },
  'own-files/message-sides.ts#sideOf': (take, text) => {
    take(
      new Map([
        [text, text],
        ['author.type', text],
      ]),
    )
    take(new Map(Object.keys(objectOf(text)).map((name) => [name, text.slice(0, 80)])))
  },
  'own-files/message-sides.ts#foldFields': (take, text) =>
    take(new Map([[text, text], ...Object.keys(objectOf(text)).map((name) => [name, text] as const)])),
  'own-files/ticket-messages.ts#rolesIn': (take, text) =>
    take({ users: text.split('').map((id) => ({ id, role: id })) }),
  'own-files/ticket-messages.ts#readMessages': (take, text) => {
    const ticket = { requester: { id: '5', address: text }, roles: new Map(), texts: () => new Set([text]) }
    const messages = text.split('').map((body) => ({ body, author: { id: 5, email: text.slice(0, 9) } }))
    take([...messages, { body: text, author_id: 5 }], ticket)
  },
  'own-files/survey-answers.ts#answersIn': (take, text) => {
    take([{ question: text, answer: text.split('') }])
    take(text.split('').map((sign, at) => ({ label: `${sign}${at}`, type: sign, value: sign, options: [] })))
    take([{ questions: text.split('').map((id, at) => ({ id: `${id}${at}`, answers: [{ text: id }] })) }])
  },
  'own-files/survey-answers.ts#withQuestions': (take, text) => {
    const fields = text.split('').map((id, at) => ({ id: `${id}${at}`, title: id }))
    take(
      fields.map((field) => ({ field })),
      { fields },
    )
  },
  'own-files/saved-error.ts#isSavedError': (take, text) => {
    take({ error: text, message: text })
    take({ meta: objectOf(text) })
  },
  'own-files/further-pages.ts#namesFurtherPage': (take, text) =>
    take({ links: [], page: objectOf(text) }, []),
  'own-files/json-rows.ts#rowsIn': (take, text) => take({ feed: objectOf(text) }),
  'own-files/look-at-own-file.ts#lookAtOwnFile': asText,
  'own-files/file-lines.ts#linesOf': (take, text) => drain(take(textChunks(text))),
  'own-files/read-own-json.ts#readOwnJson': (take, text) => drain(take(textChunks(`[{"a":${text}`))),
  'own-files/read-own-table.ts#readOwnTable': (take, text) =>
    drain(take(textChunks(`id,text\n${text}`), true)),
  'own-files/read-own-lines.ts#readOwnLines': async (take, text) => {
    for (const format of ['csv', 'json', 'chat', 'paragraphs', 'lines']) {
      const rows = take(textChunks(text), { format, hasHeader: false })
      await drain(rows).catch(() => undefined)
    }
  },
  'reddit/reddit-client.ts#readListing': (take, text) =>
    take({ kind: 'Listing', data: { after: text, children: [{ kind: 't3', data: redditPost(text) }] } }),
  'reddit/reddit-post.ts#readRedditPost': (take, text) => take(redditPost(text)),
  'source-calls/reply-fields.ts#webAddress': (take, text) => take(text, [text]),
  'source-calls/written-query.ts#writtenKeyword': asText,
  'stack-exchange/asked-tags.ts#findOthers': (take, text) =>
    take(
      rowsOf(text).map((tags) => ({ tags })),
      ['saas', 'startups'],
    ),
  'stack-exchange/stack-exchange-source.ts#findThrottle': (take, text) => take(400, text),
  'transcripts/find-transcript.ts#findTranscript': asText,
  'transcripts/message-heads.ts#plainLine': asText,
  'transcripts/read-transcript.ts#readTranscript': async (take, text) => {
    for (const start of [
      '10.03.25, 09:12 - Ann: a\n10.03.25, 09:12 - Bob: b',
      'Ann  0:01\na\nBob  0:02\nb\nAnn  0:03\nc',
      '09:12:44 From Ann to Everyone: a\n09:12:45 From Ann to Everyone: b',
      'WEBVTT\n\n00:01.000 --> 00:02.000\nAnn: a\n\n00:02.000 --> 00:03.000\nAnn: b',
    ]) {
      await drain(take(start, numbered(`${start}\n${text}`)))
      await drain(take(start, numbered(start.replaceAll(/a$/gmu, () => text))))
    }
  },
  'tables/backslash-escapes.ts#hasBackslashEscapes': asText,
  'tables/backslash-escapes.ts#withoutEscapes': asText,
  'tables/cell-kinds.ts#findTypedColumns': (take, text) => take(rowsOf(text), 3),
  'tables/cell-kinds.ts#kindOfCell': asText,
  'tables/drawn-table.ts#isDrawnTable': (take, text) => take(text.split('\n')),
  'tables/drawn-table.ts#readDrawnLine': asText,
  'tables/escaped-quotes.ts#escapesQuotes': (take, text) => take(`id,text\n1,"\\"${text}`, ','),
  'tables/escaped-quotes.ts#rewriteEscapes': (take, text) =>
    drain(take(textChunks(`"\\"a${text}`), { delimiters: ',', blanks: true, all: false })),
  'tables/header-rows.ts#namesOneColumn': (take, text) => take(text, rowsOf(text)),
  'tables/restore-cells.ts#joinAtSpaces': (take, text) => take(text.split(','), ','),
  'tables/single-quotes.ts#findQuotedBy': asText,
  'tables/single-quotes.ts#standardQuotes': (take, text) => take(`'id','text'\n'1','${text}`),
  'tables/single-quotes.ts#rewriteQuotes': (take, text) =>
    drain(take(textChunks(`'id','text'\n'1','${text}`), ',')),
  'tables/split-records.ts#needsQuotes': (take, text) =>
    take(text, [{ cells: [text], quoted: 1, odd: false, behindGap: false }]),
  'tables/split-records.ts#splitRecords': (take, text) => take(text, { delimiter: ',' }),
  'tables/table-shape.ts#findTableShape': (take, text) => take({ text, cut: false }),
  'tables/table-shape.ts#takeAsTable': (take, text) => take({ text, cut: false }),
}

/** A function by its `file#name`; throws if there is none. */
export async function openAdapterReader(name: string): Promise<(text: string) => unknown> {
  const [file = '', exported = ''] = name.split('#')
  const module: Record<string, Taker> = await import(join(import.meta.dirname, '../../server/adapters', file))
  const take = module[exported]
  const give = adapterReaders[name]
  if (take === undefined || give === undefined) throw new Error(`There is no ${name} to measure`)
  return (text) => give(take as (...given: unknown[]) => unknown, text)
}
