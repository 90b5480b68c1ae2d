import type { OwnMapping } from '#contract/own-material.ts'

type Table = { columns: readonly string[]; rows: readonly (readonly string[])[] }

/** Names as exports of help desks, reviews, surveys and interviews write them; spaces and signs do not count. */
const names = {
  title: 'title subject headline summary name topic reviewtitle ticketsubject heading',
  text: 'text body description message comment comments content review feedback answer response transcript notes note selftext verbatim reviewtext ticketbody details problem question',
  date: 'date createdat created createdutc time timestamp submittedat submitted reviewdate updatedat day datetime responsedate startdate',
  link: 'url link permalink address ticketurl reviewurl href',
  group:
    'group product segment category type community subreddit channel source plan tag tags team industry role company',
} as const

const folded = (column: string) => column.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
const nameEnd = (column: string) => folded(column.split('.').at(-1) ?? '')

const namedAs = (field: keyof typeof names, column: string) =>
  names[field].split(' ').some((name) => name === folded(column) || name === nameEnd(column))

function usualWords({ columns, rows }: Table, column: string): number {
  const at = columns.indexOf(column)
  const counts = rows
    .map((row) => row[at]?.trim() ?? '')
    .filter((cell) => cell !== '')
    .map((cell) => cell.split(/\s+/u).length)
    .sort((a, b) => a - b)
  return counts[Math.floor(counts.length / 2)] ?? 0
}

/** Answers to questions are sentences; other cells of tables are shorter. */
const sentenceWords = 5

const looksLikeDate =
  /^(?:\d{4}[-/]\d\d?[-/]\d\d?(?:[T ].*)?|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?: .*)?|(?:[a-z]{3,9},? )?(?:\d{1,2} [a-z]{3,9}|[a-z]{3,9} \d{1,2}),? \d{4}(?: .*)?)$/iu

function holdsDates({ columns, rows }: Table, column: string): boolean {
  const at = columns.indexOf(column)
  const cells = rows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '')
  return cells.length > 0 && cells.every((cell) => looksLikeDate.test(cell))
}

export function guessMapping(table: Table, read: Pick<OwnMapping, 'format' | 'hasHeader'>): OwnMapping {
  const free = new Set(table.columns)
  const take = (field: keyof typeof names, fits: (column: string) => boolean = () => true) => {
    const column = table.columns.find((one) => free.has(one) && namedAs(field, one) && fits(one)) ?? null
    if (column !== null) free.delete(column)
    return column
  }
  const isLong = (column: string) => usualWords(table, column) >= sentenceWords
  const dated = table.columns.find((column) => holdsDates(table, column)) ?? null
  const date = take('date') ?? dated
  if (date !== null) free.delete(date)
  const link = take('link')
  const named = take('text', (column) => isLong(column)) ?? take('text')
  const title = take('title')
  const group = take('group', (column) => !isLong(column))
  // Surveys ask several questions: every other column with sentences in it belongs to the text.
  const others = table.columns.filter((column) => free.has(column) && isLong(column))
  const text = [...(named === null ? [] : [named]), ...others].slice(0, 12)
  if (text.length > 0) return { ...read, title, text, date, link, group }
  if (title !== null) return { ...read, title: null, text: [title], date, link, group }
  const longest = table.columns.toSorted((a, b) => usualWords(table, b) - usualWords(table, a))[0]
  return { ...read, title, text: longest === undefined ? [] : [longest], date, link, group }
}
