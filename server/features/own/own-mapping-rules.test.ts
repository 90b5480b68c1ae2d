import { expect, test } from 'vitest'
import { readDateCell } from '#server/adapters/instants/read-instant.ts'
import { guessMapping } from './own-mapping-rules.ts'

const read = { format: 'csv', hasHeader: true } as const
const isDate = (cell: string) => readDateCell(cell) !== null

/** Guesses the mapping of two columns: one of customers' texts, and one with this name and these cells. */
function guessBeside(column: string, cells: readonly string[]) {
  const rows = cells.map((cell, at) => [`I copy all ${at} totals by hand each month`, cell])
  return guessMapping({ columns: ['Review', column], rows }, read, isDate)
}

const named = [
  'Start Date (UTC)',
  'Submit Date (UTC)',
  'Date/Time Opened',
  'sys_created_on',
  'Submitted On',
  'Review Created (UTC)',
  'Conversation started at (Europe/Berlin)',
  'Interview date',
  'timestamp_utc',
  'Created time',
]

test.each(named)('the dates of %s are found although some of its cells hold none', (column) => {
  expect(guessBeside(column, ['2024-04-13', 'n/a', '2024-04-14']).date).toBe(column)
  expect(guessBeside(column, ['2024-04-13', '', 'yesterday']).date).toBe(column)
})

test.each([
  ['When', '13-Apr-2024'],
  ['Opened', '13/Apr/24 3:04 PM'],
  ['ts', '1713003300'],
  ['comments.userComment.lastModified.seconds', '1713003300'],
  ['column 2', '13. April 2024'],
  ['Eingang', '13.04.2024'],
  ['Дата', '2024.04.13'],
  ['Opened', '2024-04-13T10:15:00Z'],
])('dates of %s such as %s are found', (column, cell) => {
  expect(guessBeside(column, [cell, cell]).date).toBe(column)
})

test.each([
  ['Phone', '1713003300'],
  ['Ticket ID', '20240413'],
  ['column 2', '1713003300'],
  ['Date of birth', '1991-02-03'],
  ['App version', '10.2.15'],
  ['Time spent', '35'],
])('numbers of %s such as %s are no dates of rows', (column, cell) => {
  expect(guessBeside(column, [cell, cell]).date).toBeNull()
})

test('of several dates the one that a row began with is taken, whatever their order', () => {
  const row = ['2024-05-01', '2024-01-01', '2024-04-13', 'I copy all totals by hand each month']
  for (const began of ['Date/Time Opened', 'Submitted On', 'Review date']) {
    const columns = ['Date/Time Closed', 'Customer since', began, 'Description']
    expect(guessMapping({ columns, rows: [row, row] }, read, isDate).date).toBe(began)
  }
})

const words = 'They type all of it in twice every week'

/** The columns that are selected as text in a table of two columns. */
const textsOf = (columns: string[], cell = words) =>
  guessMapping({ columns, rows: [['I copy all the totals by hand each month', cell]] }, read, isDate).text

test.each([
  'Current workaround',
  'Describe your current workaround',
  'Ideal solution',
  'Your solution today',
  'Private feedback',
  'Problems with internal tools',
  'Team feedback and comments',
  'Frustrations with company replies',
  'Notes on our support',
  'Your message to our team',
  'Business problem in your own text',
  'Customer reply',
  'User reply',
  'Customer response',
  'Raw feedback',
  'Raw text',
])('%s holds words of the customer', (column) => {
  expect(textsOf(['Biggest pain', column])).toContain(column)
})

test.each([
  'Response from the owner',
  'Property response',
  'Hotel response',
  'Management Response',
  'Host reply',
  'Your reply',
  'Reply to customer',
  'Customer support reply',
  'CSM notes',
  'Agent transcript',
  'Agent summary',
  'Bot message',
  'Interviewer notes',
  'Sales rep comments',
  'Answer by support',
  'Last message from admin',
  'Comments (internal)',
  'Internal notes',
  'Team response',
  'First response',
  'Suggested response',
  'developerReplyText',
  'Workaround',
  'Case Comments',
  'Next steps',
  'Recommended next action',
  'Action items',
  'Follow-up notes',
  'Escalation reason',
  'Acceptance criteria',
  'Investigation',
  'Custom field (Acceptance Criteria)',
  'fields.status.description',
])('%s beside a review is not taken for words of the customer', (column) => {
  expect(textsOf(['Review', column])).toEqual(['Review'])
})

test.each(['Case Comments', 'Next steps', 'Findings'])('%s alone holds the words there are', (column) => {
  expect(textsOf(['Status', column])).toContain(column)
})

const address = 'https://example.org/1'
const linkOf = (columns: string[], rows: string[][]) =>
  guessMapping({ columns: ['Review', ...columns], rows: rows.map((row) => [words, ...row]) }, read, isDate)
    .link

test.each([
  'userImage',
  'relationships.response.links.related',
  'relationships.response.links.self',
  'links.self',
  'user.url',
  'authorUrl',
  'Company website',
  'reply.url',
  'Screenshot',
])('the address in %s is no link to what was written, alone or beside another', (column) => {
  const rows = [1, 2].map((at) => [`${address}/${at}`, `https://example.com/r/${at}`])
  expect(linkOf([column], rows)).toBeNull()
  expect(linkOf([column, 'Source page'], rows)).toBe('Source page')
  expect(linkOf([column, 'url'], rows)).toBe('url')
})

test.each([
  'https://api.example.org/issues',
  'https://example.org/rest/api/3/issue',
  'https://example.org/api/v2/t',
])('the address of an interface, %s, is no link, alone or beside a page', (path) => {
  const rows = [1, 2].map((at) => [`${path}/${at}`, `https://example.com/r/${at}`])
  expect(linkOf(['url'], rows)).toBeNull()
  expect(linkOf(['url', 'html_url'], rows)).toBe('html_url')
})

test('one address for all rows is no link to any of them', () => {
  expect(linkOf(['Form'], [[address], [address]])).toBeNull()
})

test.each(['04/Mar/24 10:00 AM;jo.doe;', '2024-03-04 10:00;712020:ab-cd;'])(
  'comments below a ticket that begin %s are not taken for words of the customer',
  (signed) => {
    expect(textsOf(['Description', 'Comment'], `${signed}${words}`)).toEqual(['Description'])
  },
)

test('names of people are no titles, those of what a row is about are', () => {
  const titleOf = (columns: string[], row: string[]) =>
    guessMapping({ columns, rows: [row, row] }, read, isDate).title
  expect(titleOf(['Name', 'Review'], ['Jo Doe', words])).toBeNull()
  expect(titleOf(['name', 'username', 'cooked'], ['Jo', 'jo', words])).toBeNull()
  expect(titleOf(['Ticket name', 'Ticket owner', 'Description'], ['Refunds', 'Jo', words])).toBe(
    'Ticket name',
  )
  expect(titleOf(['Name', 'Rating', 'Review'], ['jo', '2', words])).toBeNull()
  expect(titleOf(['Name', 'Email', 'Review'], ['jo77', 'jo@example.org', words])).toBeNull()
  expect(titleOf(['Name', 'Description'], ['Dark mode for tables', words])).toBe('Name')
})

test('answers of a few words to an open question are words of the customer, facts and choices are not', () => {
  const answers = ['Order café supplies', 'Find last year’s template', 'Cancel the plan', 'Print the list']
  const asked = (question: string, cells = answers) =>
    guessMapping(
      { columns: ['Why not?', question], rows: cells.map((cell, at) => [`${words} ${at}`, cell]) },
      read,
      isDate,
    ).text
  expect(asked('What did you come here to do today?')).toContain('What did you come here to do today?')
  expect(asked('What is your role?')).toEqual(['Why not?'])
  expect(asked('How often do you do it?')).toEqual(['Why not?'])
  expect(asked('What is missing?', Array(4).fill('All of it'))).toEqual(['Why not?'])
})

test('a column of short texts with an unknown name is the text, not the name beside it', () => {
  const rows = [
    ['Ann', 'Es ist zu langsam'],
    ['Bob', 'Export fehlt mir'],
  ]
  const { title, text } = guessMapping({ columns: ['Name', 'Kommentar'], rows }, read, isDate)
  expect([title, text]).toEqual(['Name', ['Kommentar']])
})

const sentences = [
  words,
  'Nobody pays me in time and I have to ask',
  'The list prints on three pages each day',
]

/** Guesses the mapping of columns. Each cell is made from a sentence and the row's number. */
const guessOf = (columns: Readonly<Record<string, (text: string, at: number) => string>>) =>
  guessMapping(
    {
      columns: Object.keys(columns),
      rows: sentences.map((text, at) => Object.values(columns).map((cellOf) => cellOf(text, at))),
    },
    read,
    isDate,
  )

test('of several columns with the same text one is read, and no preview of it', () => {
  const same = (text: string) => text
  expect(
    guessOf({ body_text: same, body_html: (text) => `<p>${text}</p>`, stripped_text: same }).text,
  ).toEqual(['body_text'])
  expect(guessOf({ blurb: (text) => `${text.slice(0, 32)}...`, body: same }).text).toEqual(['body'])
  expect(
    guessOf({ body: same, answer_two: (text, at) => `${text}, and that was number ${at}` }).text,
  ).toEqual(['body', 'answer_two'])
})

test('a cell with a piece of the text is no text beside it, wherever the whole text stands', () => {
  const snippet = (text: string) => `...${text.slice(2, 34)}...`
  expect(guessOf({ Snippet: snippet, 'Full Text': (text) => text }).text).toEqual(['Full Text'])
  expect(guessOf({ Excerpt: snippet, Eintrag: (text) => text }).text).toEqual(['Eintrag'])
})

test('a task has its name as title, and empty lists are no group', () => {
  const guess = guessOf({
    'Task Name': (_, at) => `Task ${at}`,
    'Task Content': (text) => text,
    Tags: () => '[]',
  })
  expect(guess).toMatchObject({ title: 'Task Name', text: ['Task Content'], group: null })
})

test('times that count back from an unknown day are a column of dates, so that they are reported', () => {
  expect(guessBeside('Seen', ['2 days ago', 'Edited 3 weeks ago', 'yesterday']).date).toBe('Seen')
})

test('a count of comments is no text, even beside short texts', () => {
  expect(guessOf({ comments: (_, at) => String(at), text: () => 'No idea' }).text).toEqual(['text'])
})

test('counts, browsers and chosen answers are no text', () => {
  const { text } = guessOf({
    Review: (cell) => cell,
    Helpful: (_, at) => `${at} of 9 people found this helpful`,
    'metadata.user_agent': (_, at) => `Mozilla/5.0 (Windows NT ${at}; Win64; x64) and so on`,
    'Which plan are you on? (choice)': (_, at) => `A plan for teams of size ${at}`,
  })
  expect(text).toEqual(['Review'])
})

test('a ticket of ServiceNow has its short description as title and no link to its author', () => {
  const mapping = guessOf({
    short_description: (_, at) => `Ticket ${at}`,
    description: (text) => text,
    'opened_by.link': (_, at) => `https://example.org/users/${at}`,
  })
  expect(mapping).toMatchObject({ title: 'short_description', text: ['description'], link: null })
})

test('a post of a forum has the date on which it began, and its votes are no rating', () => {
  const mapping = guessOf({
    view_count: () => '40',
    score: (_, at) => String(at),
    last_activity_date: () => '1741857164',
    creation_date: (_, at) => String(1741597964 + at),
    body: (text) => text,
  })
  expect(mapping).toMatchObject({ date: 'creation_date', rating: null })
  expect(guessOf({ score: () => '0', body: (text) => text }).rating).toBeNull()
  expect(guessOf({ score: (_, at) => String(at), body: (text) => text }).rating).toBe('score')
})
