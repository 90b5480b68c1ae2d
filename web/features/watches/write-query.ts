import { type AskedWords, parseKeyword } from '#contract/parse-keyword.ts'

/** The fields of the form for people who do not know operators. */
export type QueryFields = {
  all: string
  any: string
  phrase: string
  none: string
  communities: string
  sources: string
  notSources: string
  /** The key of a signal; '' for any. */
  signal: string
  after: string
  before: string
}

export const emptyFields: QueryFields = {
  all: '',
  any: '',
  phrase: '',
  none: '',
  communities: '',
  sources: '',
  notSources: '',
  signal: '',
  after: '',
  before: '',
}

const piecesOf = (text: string) =>
  text
    .split(',')
    .map((piece) => piece.replaceAll('"', ' ').trim().replace(/\s+/gu, ' '))
    .filter((piece) => piece !== '')

/** Words with spaces or operators are quoted. */
const written = (piece: string) => (/[\s():]|^-|^OR$/u.test(piece) ? `"${piece}"` : piece)

/** A filter with its names. A name with spaces is quoted and gets a filter of its own. */
const listed = (name: string, text: string) => {
  const names = piecesOf(text)
  const short = names.filter((one) => !one.includes(' ')).join(',')
  return [
    ...(short === '' ? [] : [`${name}:${short}`]),
    ...names.filter((one) => one.includes(' ')).map((one) => `${name}:"${one}"`),
  ]
}

const given = (name: string, value: string) => (value === '' ? [] : [`${name}:${value}`])

export function writeQuery(fields: QueryFields): string {
  const words = fields.all
    .replaceAll('"', ' ')
    .split(/\s+/u)
    .filter((word) => word !== '')
  const either = piecesOf(fields.any).map(written)
  const oneOf = either.length > 1 ? [`(${either.join(' OR ')})`] : either
  return [
    ...words.map(written),
    ...oneOf,
    ...piecesOf(fields.phrase).map((piece) => `"${piece}"`),
    ...piecesOf(fields.none).map((piece) => `-${written(piece)}`),
    ...listed('in', fields.communities),
    ...listed('source', fields.sources),
    ...listed('-source', fields.notSources),
    ...given('signal', fields.signal),
    ...given('after', fields.after),
    ...given('before', fields.before),
  ].join(' ')
}

/** The meaning of a query, regardless of the order in which it is written. */
function meaningOf({ terms, query, communities = [], filters = {} }: AskedWords): string {
  const sorted = (values: readonly unknown[]) => values.map((one) => JSON.stringify(one)).sort()
  const limits = Object.entries(filters).map(([name, value]) => [
    name,
    typeof value === 'object' ? sorted(value) : value,
  ])
  return JSON.stringify([query ?? null, sorted(terms), sorted(communities), sorted(limits)])
}

/** Returns the fields for a query. Null if the form cannot express the query. */
export function readFields(query: string): QueryFields | null {
  const asked = parseKeyword(query)
  const { terms, communities = [], filters = {} } = asked
  const { sources = [], notSources = [], signals = [], after = '', before = '' } = filters
  const wordsOf = (phrase: boolean) =>
    terms.filter((term) => !term.excluded && term.phrase === phrase).map(({ words }) => words)
  const fields = {
    ...emptyFields,
    all: wordsOf(false).join(' '),
    phrase: wordsOf(true).join(', '),
    none: terms
      .filter(({ excluded }) => excluded)
      .map(({ words }) => words)
      .join(', '),
    communities: communities.join(', '),
    sources: sources.join(', '),
    notSources: notSources.join(', '),
    signal: signals.join(','),
    after: after.slice(0, 10),
    before: before.slice(0, 10),
  }
  const isWhole = signals.length < 2 && meaningOf(parseKeyword(writeQuery(fields))) === meaningOf(asked)
  return isWhole ? fields : null
}
