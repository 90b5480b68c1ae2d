import { expect, test } from 'vitest'
import { lookAtOwnFile } from './look-at-own-file.ts'
import { laterMessages, sideOf } from './message-sides.ts'
import { readOwnLines } from './read-own-lines.ts'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

async function read(given: unknown, format: 'csv' | 'json' = 'json') {
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  const rows = []
  for await (const row of readOwnLines(once(text), { format, hasHeader: true })) {
    rows.push(row.problem ?? Object.fromEntries(row.cells))
  }
  return rows
}

const theirs = 'I retype the same invoices every Monday'
const later = 'The app logs me out twice a day'
const ours = 'Thanks, our team will look into it'
const staff = 'this is a message of support staff or a bot and not of a customer'

const messages: [string, object, object][] = [
  ['Front', { is_inbound: true }, { is_inbound: false }],
  ['Freshdesk', { incoming: true }, { incoming: false }],
  ['Gorgias', { from_agent: false }, { from_agent: true }],
  ['Intercom', { author: { type: 'user' } }, { author: { type: 'bot' } }],
  [
    'Help Scout',
    { type: 'customer', createdBy: { type: 'user' } },
    { type: 'note', createdBy: { type: 'user' } },
  ],
  ['Zendesk, with a note', { author_id: 1, public: true }, { author_id: 2, public: false }],
  [
    'Chatwoot',
    { message_type: 0, private: false, sender: { type: 'contact' } },
    { message_type: 1, private: false, sender: { type: 'user' } },
  ],
  ['Chatwoot, with a notice', { message_type: 0, private: false }, { message_type: 2, private: false }],
  ['a webhook of messages', { message_type: 'incoming' }, { message_type: 'outgoing' }],
  ['a chat with a direction', { direction: 'inbound' }, { direction: 'outbound' }],
  ['a chat with a model', { role: 'user', content: theirs }, { role: 'assistant', content: ours }],
  ['a chat with bare words', { sender: 'Visitor' }, { sender: 'Agent' }],
]

test.each(messages)('a message of support staff is left out by name: %s', async (_name, customer, other) => {
  const rows = await read({
    messages: [
      { body: theirs, ...customer },
      { body: ours, ...other },
    ],
  })
  expect(rows).toEqual([expect.objectContaining({ body: theirs }), staff])
})

test('a table of messages leaves them out too', async () => {
  const rows = await read(`Author Type,Message\nCustomer,${theirs}\nAgent,"${ours}"\n`, 'csv')
  expect(rows).toEqual([{ 'Author Type': 'Customer', Message: theirs }, staff])
})

test('messages of bots in Slack and Discord are no words of a customer', () => {
  const sides = [
    { type: 'message', subtype: 'bot_message', text: theirs },
    { content: theirs, 'author.isBot': 'true' },
    { type: 'message', text: theirs },
    { content: theirs, 'author.isBot': 'false' },
  ].map((row) => sideOf(new Map(Object.entries(row))))
  expect(sides).toEqual(['other', 'other', null, 'customer'])
})

test('who may see a ticket, and what somebody does for a living, says nothing about who wrote it', () => {
  const sides = [
    { subject: 'Invoices', body: theirs, public: 'false', author_id: '1' },
    { Role: 'Admin', Feedback: theirs },
    { role: 'Admin', content: theirs },
    { 'User Type': 'Admin', comment: theirs },
    { author: 'admin', text: theirs },
    { public: 'false', comment: theirs },
    { Inbound: 'no', Notes: theirs },
    { 'createdBy.type': 'user', text: theirs, type: 'idea' },
  ].map((row) => sideOf(new Map(Object.entries(row))))
  expect(sides).toEqual([...Array(7).fill(null), 'customer'])
})

test('a conversation is one row with what its customer wrote, first and later', async () => {
  const by = (type: string, body: string | null) => ({ author: { type }, body, part_type: 'comment' })
  const parts = [by('admin', ours), by('user', later), by('bot', null)]
  const conversation = (type: string) => ({
    id: type,
    source: by(type, type === 'user' ? theirs : ours),
    conversation_parts: { conversation_parts: parts, total_count: 3 },
  })
  const [asked, told, silent] = await read([
    conversation('user'),
    conversation('admin'),
    { id: 3, source: by('admin', ours) },
  ])
  expect(asked).toMatchObject({ 'source.body': theirs, [laterMessages]: later })
  expect(told).toMatchObject({ id: 'admin', [laterMessages]: later })
  expect([JSON.stringify(asked), JSON.stringify(told)].join()).not.toContain(ours)
  expect(silent).toBe(staff)
})

test('a ticket with its conversation stays a ticket', async () => {
  const ticket = { id: 1, subject: 'Invoices', description_text: theirs }
  const conversations = [
    { id: 5, body_text: ours, incoming: false },
    { id: 6, body_text: later, incoming: true },
  ]
  const [row] = await read([{ ...ticket, conversations }])
  expect(row).toEqual({ id: '1', subject: 'Invoices', description_text: theirs, [laterMessages]: later })
})

const reviews = { '181': { id: 181, review: theirs }, '182': { id: 182, review: later } }

test.each([
  ['the file', reviews],
  ['a field', { reviews, cursors: { '*': 'x' } }],
])('objects keyed by their ids are rows: %s', async (_name, file) => {
  expect(await read(file)).toEqual([
    { id: '181', review: theirs },
    { id: '182', review: later },
  ])
})

test('objects keyed by names are fields of a row', async () => {
  expect(await read({ id: 7, fields: { a: { text: theirs }, b: { text: later } } })).toEqual([
    { id: '7', 'fields.a.text': theirs, 'fields.b.text': later },
  ])
})

test('all chats of a Telegram account are read', async () => {
  const chat = (text: string) => ({ type: 'private_group', id: 1, messages: [{ type: 'message', text }] })
  const account = { about: 'Your data', chats: { about: 'Chats', list: [chat(theirs), chat(later)] } }
  expect(await read(account)).toMatchObject([{ text: theirs }, { text: later }])
})

test('a cursor beside the rows is a further page, unless all rows are there', () => {
  const notes = (more: object) =>
    lookAtOwnFile(JSON.stringify({ ...more, cursor: 'AoJ4', reviews: [{ review: theirs }] })).notes
  expect(notes({})).toEqual([expect.stringContaining('one page of several')])
  expect(notes({ query_summary: { total_reviews: 900 } })).toHaveLength(1)
  expect(notes({ query_summary: { total_reviews: 1 } })).toEqual([])
})
