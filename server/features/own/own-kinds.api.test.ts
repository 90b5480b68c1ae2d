import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { bringMaterial, callOwn, sendFile } from '#tests/harness/own-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
let ann: SignedUp
beforeAll(async () => {
  product = await openTestApp()
})
afterAll(() => product.close())

async function preview(text: string) {
  ann = await signUp(product.app)
  const id = await sendFile(product, ann, { name: 'Any', parts: [text] })
  return callOwn(product, ann, ['POST', `collections/${id}/preview`, {}])
}

const mark = '\uFEFF'
const surveyRows = Array.from(
  { length: 6 },
  (_, at) =>
    `2024/03/0${at + 1} 10:00:00,${at % 2 ? 'More than once every single week' : 'Once a month or even less often'},Somebody who does chore number ${at} for me`,
)

const kinds: [string, string, object][] = [
  [
    'reviews with replies of the developer',
    'Device,Review Submit Date and Time,Star Rating,Review Title,Review Text,Developer Reply Date and Time,Developer Reply Text,Review Link\na52,2024-03-04T09:12:33Z,2,,It closes itself when I add a photo,2024-03-05T09:12:33Z,"Sorry! We wish you would write to us first",http://example.org/r/1\nb1,2024-03-06T09:12:33Z,5,,Works well for me every day,,,http://example.org/r/2\n',
    {
      title: 'Review Title',
      text: ['Review Text'],
      date: 'Review Submit Date and Time',
      link: 'Review Link',
      rating: 'Star Rating',
    },
  ],
  [
    'tickets with notes and solutions',
    'Id,Subject,Raw subject,Description,Resolution,Internal notes,Updated at,Created at\n1,A,A,I copy the totals by hand each month,We told them to use the new export,They may leave us soon for another,2024-01-03,2024-01-02\n',
    { title: 'Subject', text: ['Description'], date: 'Created at', rating: null },
  ],
  [
    'a survey with choices',
    `Timestamp,How often do you do this at work?,Who would help you most?\n${surveyRows.join('\n')}\n`,
    { text: ['Who would help you most?'], date: 'Timestamp' },
  ],
  [
    'notes with a later date as a clock shows it, and with the addresses of colleagues',
    'Name,Closed At,Notes,Assignee Email,Created At\nAsk the bakers,"Mar 2, 2024 3:04 PM",They count the flour by hand each night,a@example.org,"Mar 1, 2024 3:04 PM"\nAsk the shops,"Mar 4, 2024 3:04 PM",Nobody knows what is left in the store,b@example.org,"Mar 3, 2024 3:04 PM"\n',
    { title: 'Name', text: ['Notes'], date: 'Created At' },
  ],
  [
    'notes with a title of their own',
    'note_title,note_text,Job Title,created_at\nA call,I type the same list twice each day,Owner,2024-03-01\nA visit,My staff write it all on paper now,Clerk,2024-03-02\n',
    { title: 'note_title', text: ['note_text'] },
  ],
  [
    'a survey with a scale in a question',
    'What would you change about it?,"On a scale of 1-5, how happy are you?",How long (1 to 5)?\nI would let it open faster,2,1\nThe list should print on one page,4,3\n',
    { text: ['What would you change about it?'], rating: 'On a scale of 1-5, how happy are you?' },
  ],
  [
    'a survey with a question about replies',
    '#,What is most annoying about it?,How did our agent reply to you?\n9abcdef01234,I have to type it all twice every week,They never did and I asked again\n',
    { text: ['What is most annoying about it?', 'How did our agent reply to you?'] },
  ],
  [
    'the download of a search',
    `${mark}"id","title","community","opportunity_score","persona","signals","upvotes","comments","url","posted_at","source","keyword_match","evidence","text","attribution"\r\n"a1","'-20% now","shop",40,"Owner","pain",1,2,"https://example.org/1","2024-01-01T00:00:00.000Z","feeds","post","pain +3: ""I lost my rows and typed them again""","'- I lost my rows and typed them again",""\r\n`,
    { title: 'title', text: ['text'], date: 'posted_at', link: 'url', group: 'community' },
  ],
  [
    'tickets of an interface',
    '{\n "tickets": [{"url": "https://example.org/1.json", "subject": "Export", "raw_subject": "Export", "description": "I wish I could export all of it", "created_at": "2024-03-01T10:00:00Z", "comments": [{"body": "We are sorry to hear that from you"}]}],\n "users": [{"notes": "a long note about this very user"}],\n "next_page": null\n}',
    { title: 'subject', text: ['description'], date: 'created_at', link: 'url' },
  ],
  [
    'one review of an app store',
    '{"feed": {"author": {"name": {"label": "Store"}}, "entry": {"author": {"name": {"label": "someone"}}, "updated": {"label": "2024-03-04T05:37:36-07:00"}, "im:rating": {"label": "2"}, "title": {"label": "No way offline"}, "content": {"label": "I write it on paper and type it in later", "attributes": {"type": "text"}}}, "link": []}}',
    { title: 'title', text: ['content'], date: 'updated', rating: 'im:rating' },
  ],
  [
    'issues with documents',
    '{"total": 1, "issues": [{"key": "A-1", "fields": {"summary": "Slow", "created": "2024-03-01T10:00:00.000+0000", "issuetype": {"description": "A problem which impairs or prevents functions"}, "description": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "It takes an hour each day"}]}]}}}]}',
    { title: 'fields.summary', text: ['fields.description'], date: 'fields.created' },
  ],
]

test.each(kinds)(
  'of %s only the words of the customer are taken for the text',
  async (_name, text, mapping) => {
    const reply = await preview(text)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().mapping).toMatchObject(mapping)
  },
)

test('a question that somebody answers late in a file is a column of its own', async () => {
  const answers = (at: number) => ({
    'What takes longest?': `I type list ${at} twice`,
    ...(at === 99 ? { 'What did you try?': 'I wrote a macro for it last year' } : {}),
  })
  const reply = await preview(JSON.stringify(Array.from({ length: 120 }, (_, at) => answers(at))))
  expect(reply.json().mapping.text).toEqual(['What takes longest?', 'What did you try?'])
})

test.each([
  ['Ticket ID,Subject,Description,Created at\n', 'It has a header and no rows.'],
  ['{"tickets": [], "count": 0, "next_page": null}', 'The list in it is empty.'],
  ['{"data": {"reviews": []}}', 'The list in it is empty.'],
  [
    '{"feed": {"author": {"name": {"label": "Store"}}, "updated": {"label": "2024-03-04T05:37:36-07:00"}, "title": {"label": "Customer Reviews"}, "link": [{"attributes": {"rel": "self", "href": "https://example.org"}}]}}',
    'The list in it is empty.',
  ],
  [
    '{"feed": {"entry": {"im:name": {"label": "App"}, "im:contentType": {"attributes": {}}, "summary": {"label": "The best app for lists"}}}}',
    'this is the app itself and no review of it',
  ],
  ['{"error": "invalid_token", "error_description": "It expired"}', 'this is an error message of an API'],
  ['{"message": "Bad credentials", "status": "401"}', 'this is an error message of an API'],
  ['{"errors": [{"status": "403", "title": "Forbidden"}]}', 'this is an error message of an API'],
  [
    '{"meta": {"httpStatus": "401 - Unauthorized", "error": {"errorCode": "A"}}}',
    'this is an error message of an',
  ],
])('%j has no row, and is told so', async (text, message) => {
  const reply = await preview(text)
  expect([reply.statusCode, reply.json().userMessage]).toEqual([422, expect.stringContaining(message)])
})

test.each([
  ['<!DOCTYPE html>\n<html><body>id,text</body></html>', 'This is a web page (HTML).'],
  ['<?xml version="1.0"?><opml version="2.0"></opml>', 'This is a list of feeds (OPML).'],
  ['PK\u0003\u0004\u0014\u0000\u0006\u0000xl/workbook.xml', 'This is a workbook (Excel or OpenDocument).'],
])('%j is named before any of it is kept', async (text, named) => {
  const person = await signUp(product.app)
  const created = await callOwn(product, person, ['POST', 'collections', { collectionName: 'Page' }])
  const sent = await callOwn(product, person, ['PUT', `collections/${created.json().id}/parts/0`, { text }])
  expect([sent.statusCode, sent.json().userMessage]).toEqual([422, expect.stringContaining(named)])
})

const ticket = '{"id": 1, "subject": "A", "description": "It is slow every day", "created_at": "2024-03-01"}'
const further = 'one page of several'

test.each([
  ['Zendesk', `{"tickets": [${ticket}], "next_page": "https://example.org/2", "count": 150}`],
  ['a cursor of Zendesk', `{"tickets": [${ticket}], "meta": {"has_more": true, "after_cursor": "x"}}`],
  ['Intercom', `{"type": "list", "pages": {"page": 1, "next": {"page": 2}}, "conversations": [${ticket}]}`],
  ['older Intercom', `{"pages": {"next": "https://example.org/2"}, "conversations": [${ticket}]}`],
  ['Jira', `{"startAt": 0, "maxResults": 1, "total": 120, "issues": [${ticket}]}`],
  ['newer Jira', `{"issues": [${ticket}], "nextPageToken": "abc", "isLast": false}`],
  ['Play', `{"reviews": [${ticket}], "tokenPagination": {"nextPageToken": "abc"}}`],
  ['App Store Connect', `{"data": [${ticket}], "meta": {"paging": {"total": 90, "limit": 50}}}`],
  ['a feed', `{"feed": {"entry": [${ticket}], "link": [{"attributes": {"rel": "next", "href": "x"}}]}}`],
  ['HubSpot', `{"results": [${ticket}], "paging": {"next": {"after": "2"}}}`],
  ['Salesforce', `{"totalSize": 9, "done": false, "records": [${ticket}]}`],
  ['Typeform', `{"total_items": 90, "page_count": 4, "items": [${ticket}]}`],
  ['Trustpilot', `{"reviews": [${ticket}], "links": [{"rel": "next-page", "href": "x"}]}`],
  ['Airtable', `{"records": [${ticket}], "offset": "itr1/rec2"}`],
  ['an interface of queries', `{"data": {"posts": [${ticket}], "pageInfo": {"hasNextPage": true}}}`],
])('one page of %s is told to be one of several', async (_name, text) => {
  const reply = (await preview(text)).json()
  expect(reply.rows).toHaveLength(1)
  expect(reply.notes).toContainEqual(expect.stringContaining(further))
})

test.each([
  ['Zendesk', `{"tickets": [${ticket}], "next_page": null, "count": 1}`],
  ['a cursor of Zendesk', `{"tickets": [${ticket}], "meta": {"has_more": false, "after_cursor": "x"}}`],
  ['Jira', `{"startAt": 0, "maxResults": 50, "total": 1, "issues": [${ticket}]}`],
  ['Salesforce', `{"totalSize": 1, "done": true, "records": [${ticket}]}`],
  ['Typeform', `{"total_items": 1, "page_count": 1, "items": [${ticket}]}`],
  [
    'rows with pages of their own',
    `{"issues": [{"body": "It is slow", "pages": {"next": "x"}, "total": 9}]}`,
  ],
])('the last page of %s is told nothing', async (_name, text) => {
  expect((await preview(text)).json().notes.join()).not.toContain(further)
})

test('a tag alone in a title is text, and markup of a whole title is none', async () => {
  ann = await signUp(product.app)
  const titles = [
    'How do I stop <br> in List<String>?',
    '<p>Make <b>all</b> bold</p>',
    'Make <b>all</b> bold',
  ]
  const text = `title,body\n${titles.map((title) => `"${title}",<p>I do it by hand</p>`).join('\n')}\n`
  expect(await bringMaterial(product, ann, { name: 'Titles', text })).toMatchObject({ rows: 3 })
  const { results } = (await callOwn(product, ann, ['POST', 'search', {}])).json()
  const found = results.map(({ title }: { title: string }) => title).toSorted()
  expect(found).toEqual([titles[0], 'Make all bold', 'Make all bold'])
})

test('notices of a chat are told apart from its messages', async () => {
  ann = await signUp(product.app)
  const slack = ['channel_join', undefined, 'pinned_item', 'thread_broadcast'].map((subtype, at) => ({
    type: 'message',
    subtype,
    user: 'U1',
    text: `I copy all of it by hand ${at}`,
    ts: `174160000${at}.000200`,
  }))
  const discord = {
    guild: { id: '1', name: 'Acme' },
    messages: ['GuildMemberJoin', 'Default', 'Reply'].map((type, at) => ({
      id: `${at}`,
      type,
      timestamp: '2025-03-01T15:04:05.123+01:00',
      isPinned: false,
      content: `I type all of it again ${at}`,
      author: { id: '1', name: 'neo' },
    })),
  }
  const told = { reason: 'this is a notice of the chat itself and no message' }
  expect(await bringMaterial(product, ann, { name: 'Slack', text: JSON.stringify(slack) })).toMatchObject({
    rows: 2,
    rejected: 2,
    rejects: [told, told],
  })
  expect(await bringMaterial(product, ann, { name: 'Discord', text: JSON.stringify(discord) })).toMatchObject(
    {
      rows: 2,
      rejects: [told],
    },
  )
})

test('a title above and a second row of names are told', async () => {
  const survey =
    'Survey of May\n\nRespondent ID,Start Date,How?\n,,Open-Ended Response\n114001,2024-05-01,I do it by hand all day\n114002,2024-05-02,I pay someone to do it\n'
  const reply = (await preview(survey)).json()
  expect(reply.notes).toHaveLength(2)
  expect(reply.rows).toHaveLength(2)
  const unnamed = 'Exported by Ann\n\nExport is broken for me.,2026-01-02\nNobody ever answers.,2026-01-03\n'
  expect((await preview(unnamed)).json().notes).toEqual(['The line above the first row is left out.'])
})

test('a file without a column of dates is told to carry the day of its upload', async () => {
  const told = [expect.stringContaining('the rows get the date of the upload')]
  expect((await preview('review,stars\nI copy all of it by hand,2\n')).json().notes).toEqual(told)
  expect((await preview('review,When\nI copy all of it by hand,13-Apr-2024\n')).json().notes).toEqual([])
})

test('the rows of our own download are as they went out', async () => {
  ann = await signUp(product.app)
  const [, download = ''] = kinds.find(([name]) => name === 'the download of a search') ?? []
  const text = download
    .replace('% now"', '% now &amp; <b>"')
    .replace('again",""', '<p>again</p> &lt;name&gt;",""')
  expect(await bringMaterial(product, ann, { name: 'Again', text })).toMatchObject({ rows: 1, rejected: 0 })
  const [found] = (await callOwn(product, ann, ['POST', 'search', {}])).json().results
  const row = (await callOwn(product, ann, ['GET', `rows/${found.id}`])).json()
  expect(row).toMatchObject({
    title: '-20% now &amp; <b>',
    selftext: '- I lost my rows and typed them <p>again</p> &lt;name&gt;',
  })
})

test('texts with commas and without quotes are joined again, and what is not clear is named, with its lines', async () => {
  ann = await signUp(product.app)
  const text =
    'id,text,product,date\n1,It froze,Sync,2024-03-01\n2,"I wish, really, it worked",Sync,2024-03-02\n3,Good, but slow,Web,2024-03-03\n4,We pay 1,000 a month,Web,2024-03-04\n'
  const collection = await bringMaterial(product, ann, { name: 'Raw', text })
  expect(collection).toMatchObject({
    rows: 3,
    rejected: 1,
    rejects: [{ line: 5, reason: expect.stringContaining('a text in it contains a separator') }],
    notes: ['1 row had a text with separators and without quotes (at line 4): its pieces were joined again.'],
  })
})

test('quotes that are escaped with a backslash are named in the preview, and read as quotes', async () => {
  const reply = (await preview('id,text\n1,"The \\"sync\\", again, fails"\n2,plain\n')).json()
  expect(reply.rows[0]).toEqual(['1', 'The "sync", again, fails'])
  expect(reply.notes).toContain('Quotes in texts are written \\" in it; they are read as quotes.')
})

test('letters that could not be decoded are told in the preview, and afterwards with their lines', async () => {
  const text = 'id,text\n1,Micha\uFFFD says it froze again today\n2,It never opens on my old phone\n'
  expect((await preview(text)).json().notes).toContainEqual(expect.stringContaining('letters of this file'))
  const collection = await bringMaterial(product, ann, { name: 'Old', text })
  expect(collection.notes).toEqual(['1 row has letters that cannot be read (at line 2); � stands for them.'])
})

test('messages of a Telegram chat are rows, with the text of their links and without notices', async () => {
  const said = { id: 2, type: 'message', date: '2024-03-01T10:00:00', from: 'Ann', from_id: 'user1' }
  const messages = [
    { id: 1, type: 'service', date: '2024-03-01T09:00:00', actor: 'Ann', action: 'create_group', text: '' },
    { ...said, text: 'I write every order down by hand' },
    {
      ...said,
      id: 3,
      text: ['Is there a tool like ', { type: 'link', text: 'https://a.example' }, ' for it?'],
    },
  ]
  const text = JSON.stringify({ name: 'Bakers', type: 'private_supergroup', id: 9, messages })
  const reply = (await preview(text)).json()
  expect(reply.mapping).toMatchObject({ text: ['text'], date: 'date' })
  const at = reply.columns.indexOf('text')
  expect(reply.rows.map((row: string[]) => row[at])).toEqual([
    'I write every order down by hand',
    'Is there a tool like https://a.example for it?',
  ])
})
