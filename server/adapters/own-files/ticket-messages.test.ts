import { expect, test } from 'vitest'
import { readOwnLines } from './read-own-lines.ts'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

async function read(given: unknown) {
  const format = typeof given === 'string' ? 'csv' : 'json'
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  const rows = []
  for await (const row of readOwnLines(once(text), { format, hasHeader: true })) rows.push(row)
  return rows
}

const theirs = 'I retype the same invoices every Monday'
const later = 'The app logs me out twice a day'
const ours = 'Thanks, our team will look into it'
const note = 'They are one of our largest accounts'
const staff = 'this is a message of support staff or a bot and not of a customer'
const ticket = { id: 1, subject: 'Invoices', description: theirs, status: 'open' }

const zendesk = [
  { id: 1, author_id: 5, body: theirs, html_body: `<p>${theirs}</p>`, plain_body: theirs, public: true },
  { id: 2, author_id: 9, body: ours, html_body: ours, plain_body: ours, public: true },
  { id: 3, author_id: 9, body: note, html_body: note, plain_body: note, public: false },
  { id: 4, author_id: 5, body: later, html_body: later, plain_body: later, public: true },
]

const shapes: [string, number, unknown][] = [
  [
    'Zendesk',
    2,
    { tickets: [{ ...ticket, requester_id: 5, submitter_id: 9, assignee_id: 9, comments: zendesk }] },
  ],
  ['Zendesk, by the submitter', 2, [{ ...ticket, submitter_id: 5, assignee_id: 9, comments: zendesk }]],
  [
    'Zendesk, a ticket beside its comments',
    2,
    { ticket: { ...ticket, requester_id: 5, submitter_id: 5 }, comments: zendesk, next_page: null },
  ],
  [
    'addresses',
    1,
    [
      {
        ...ticket,
        requester: { name: 'Ann', email: 'ann@example.com' },
        comments: [
          { author: { name: 'Ann', email: 'Ann@Example.com' }, body: later },
          { author: { name: 'Bob', email: 'bob@vendor.example' }, body: ours },
        ],
      },
    ],
  ],
  [
    'addresses with names',
    1,
    [
      {
        ...ticket,
        requester_email: 'ann@example.com',
        messages: [
          { from: 'Ann <ann@example.com>', text: later },
          { from: 'Bob <bob@vendor.example>', text: ours },
        ],
      },
    ],
  ],
  [
    'Freshdesk',
    2,
    [
      {
        ...ticket,
        requester_id: 5,
        conversations: [
          { body: `<div>${ours}</div>`, body_text: ours, incoming: false, private: false, user_id: 9 },
          { body: note, body_text: note, incoming: false, private: true, user_id: 9 },
          { body: `<div>${later}</div>`, body_text: later, incoming: true, private: false, user_id: 5 },
        ],
      },
    ],
  ],
  [
    'Freshdesk, as it exports an account',
    1,
    [
      {
        helpdesk_ticket: {
          ...ticket,
          requester_id: 5,
          helpdesk_notes: [{ note: { body: ours, user_id: 9 } }, { note: { body: later, user_id: 5 } }],
        },
      },
    ],
  ],
  [
    'Intercom',
    2,
    {
      ...ticket,
      source: { body: `<p>${theirs}</p>`, author: { type: 'user', id: 'u1' } },
      conversation_parts: {
        conversation_parts: [
          { part_type: 'comment', body: ours, author: { type: 'admin', id: '9' } },
          { part_type: 'assignment', body: null, author: { type: 'bot', id: '8' } },
          { part_type: 'note', body: note, author: { type: 'admin', id: '9' } },
          { part_type: 'comment', body: later, author: { type: 'lead', id: 'u1' } },
        ],
      },
    },
  ],
  [
    'Help Scout',
    2,
    {
      _embedded: {
        conversations: [
          {
            ...ticket,
            primaryCustomer: { id: 5 },
            _embedded: {
              threads: [
                { type: 'lineitem', action: { type: 'changed' }, createdBy: { id: 9, type: 'user' } },
                { type: 'message', body: ours, createdBy: { id: 9, type: 'user' } },
                { type: 'note', body: note, createdBy: { id: 9, type: 'user' } },
                { type: 'customer', body: later, createdBy: { id: 5, type: 'customer' } },
                { type: 'customer', body: theirs, createdBy: { id: 5, type: 'customer' } },
              ],
            },
          },
        ],
      },
    },
  ],
  [
    'Front',
    1,
    [
      {
        ...ticket,
        recipient: { handle: 'ann@example.com', role: 'from' },
        messages: [
          { is_inbound: true, text: theirs },
          { is_inbound: false, text: ours },
          { is_inbound: true, text: later },
        ],
      },
    ],
  ],
  [
    'Jira',
    1,
    {
      issues: [
        {
          ...ticket,
          fields: {
            description: theirs,
            reporter: { accountId: 'a1' },
            comment: {
              comments: [
                { author: { accountId: 'b2' }, body: ours },
                { author: { accountId: 'a1' }, body: later },
              ],
            },
          },
        },
      ],
    },
  ],
]

test.each(shapes)(
  'a ticket keeps what its customer wrote, and counts the rest: %s',
  async (_, others, file) => {
    const rows = await read(file)
    expect(rows).toHaveLength(1)
    const [row] = rows
    expect(row).toMatchObject({ others })
    const cells = row?.problem === undefined ? new Map(row?.cells) : new Map<string, string>()
    expect(cells.get('customer messages')?.replace(`${theirs}\n\n`, '')).toBe(later)
    expect(cells.get('description')).toBe(theirs)
    expect([...cells.values()].join()).not.toMatch(/Thanks|largest/u)
  },
)

test('comments alone are told apart by the roles of their authors', async () => {
  const users = [
    { id: 5, role: 'end-user' },
    { id: 9, role: 'agent' },
  ]
  const rows = await read({ comments: zendesk.slice(0, 2), users })
  expect(rows.map(({ problem }) => problem)).toEqual([undefined, staff])
})

const tables: [string, string][] = [
  ['ids', 'ticket_id,subject,requester_id,author_id,body\n1,Invoices,5,5,X\n1,Invoices,5,9,Y\n'],
  ['names in words', 'Ticket ID;Requester ID;Comment Author ID;Comment Body\n1;5;5;X\n1;5;9;Y\n'],
  [
    'addresses',
    'Ticket,Requester Email,Author,Comment\n1,a@example.com,A@example.com,X\n1,a@example.com,b@x.example,Y\n',
  ],
]

test.each(tables)('a table of comments with both persons leaves out the others: %s', async (_name, text) => {
  const rows = await read(text.replace('X', theirs).replace('Y', ours))
  expect(rows.map(({ problem }) => problem)).toEqual([undefined, staff])
})

test('who wrote a row down, or whoever answers on a forum, is not taken for staff', async () => {
  const unknown = [
    'Subject,Requester ID,Author ID,Text\nInvoices,5,9,X\n',
    'Requester ID,Assignee ID,Created by,Comment\n5,9,9,X\n',
    'Requester,Author,Comment\nAnn Miller,Bob Jones,X\n',
    'Requester ID,Author Email,Comment\n5,b@x.example,X\n',
  ]
  for (const text of unknown) expect((await read(text.replace('X', theirs)))[0]?.problem).toBeUndefined()
  const comments = [
    { user: { id: 7 }, body: later },
    { user: { id: 8 }, body: theirs },
  ]
  const [row] = await read([{ id: 1, title: 'Invoices', user: { id: 6 }, comments }])
  expect(row).not.toHaveProperty('others')
})
