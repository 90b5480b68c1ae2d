import * as z from 'zod/mini'
import { defuseCell, findOwnTable, restoreCell } from '#contract/csv-cell.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { findForeignFile } from '#contract/foreign-file.ts'
import { matchesIn } from '#contract/is-in.ts'
import { keywordFinders, wordFinder } from '#contract/keyword-terms.ts'
import { landingPath } from '#contract/landing-path.ts'
import { limitsOf, parseKeyword, sameQuestion } from '#contract/parse-keyword.ts'
import { findSignWords } from '#contract/sign-words.ts'
import { findPlaceAfter } from '#contract/v1/v1-cursor.ts'
import { findTemplateFault } from '#contract/webhook-template.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { deviceName } from '#server/doors/web/device-name.ts'
import { isCommonPassword } from '#server/features/accounts/common-passwords.ts'
import { replaceWord, sharedTitleWords } from '#server/features/archive/find/suggestion-rules.ts'
import { isTimeZone } from '#server/features/delivery/digest-rules.ts'
import { isOtherSide } from '#server/features/own/other-side-rules.ts'
import { guessMapping } from '#server/features/own/own-mapping-rules.ts'
import { readOwnRow } from '#server/features/own/own-row-rules.ts'
import { normalizeAddress } from '#server/features/search/allowance/usage-store.ts'
import { composeBrief } from '#server/features/search/brief/brief-rules.ts'
import { findLanguage } from '#server/matching/find-language.ts'
import { deduplicate, type ListedPost } from '#server/matching/result-rules.ts'
import { summaryOf } from '#server/matching/result-summary-rules.ts'
import { wordForms } from '#server/matching/searched-words.ts'
import type { ArchivedPost } from '#server/source-ports.ts'
import { applyEdits, markdownEdits } from '#web/features/results/markdown-edits.ts'

const { scorePost } = shippedScorer()
type Read = (text: string) => unknown

function readPost(title: string, selftext: string): void {
  const post = { title, selftext, community: 'a' }
  const score = scorePost(post)
  summaryOf(post, score)
  wordForms(post)
  findLanguage(`${title}\n${selftext}`)
  const found = { archiveId: 1, title, excerpt: selftext.slice(0, 360), opportunityScore: 50 } as ArchivedPost
  const listed: ListedPost = { post: found, match: 'all' as ListedPost['match'], offTopic: false }
  deduplicate([listed, { ...listed, post: { ...found, archiveId: 2 } }])
}

function readBrief(text: string): void {
  const post = { title: 'A tool for invoices?', selftext: text, community: 'a' }
  const { evidence, opportunityScore, persona } = scorePost(post)
  const createdAt = new Date('2025-01-01T00:00:00Z')
  const shown = { source: 'reddit', sourceId: 'a', url: null, createdAt }
  const briefed = { ...post, evidence, opportunityScore, persona, post: shown }
  composeBrief([briefed, briefed] as unknown as Parameters<typeof composeBrief>[0])
}

function readKeyword(text: string): void {
  const asked = parseKeyword(text)
  sameQuestion(asked)
  limitsOf(text)
  replaceWord(text, text.slice(0, 20), 'tool')
  const found = 'We look for a planning tool. '.repeat(3)
  for (const finder of keywordFinders(asked.terms)) {
    found.match(finder.pattern)
    matchesIn(finder, found, 50)
  }
}

function readMarkdown(text: string): void {
  applyEdits(text, markdownEdits(text), { start: 0, end: text.length })
}

function readTable(text: string): void {
  const columns = [text, 'Text', 'Date']
  findOwnTable(columns)
  isOtherSide(text, columns)
  const cells = new Map(columns.map((column) => [column, text]))
  const row = columns.map(() => text)
  guessMapping({ columns, rows: [row, row] }, { format: 'csv', hasHeader: true }, () => false)
  const mapping = {
    format: 'csv',
    hasHeader: true,
    title: null,
    text: [text],
    date: 'Date',
    link: text,
    group: text,
  }
  const collection = { name: 'a', createdAt: new Date('2025-01-01T00:00:00Z') }
  readOwnRow(cells, {
    mapping: mapping as Parameters<typeof readOwnRow>[1]['mapping'],
    collection,
    readText: (cell) => cell,
    readTitle: (cell) => cell,
    readDate: () => null,
  })
}

/**
 * Functions that parse a contract field in addition to the field's schema and adapter. The keys are the last
 * parts of the names of fields.
 */
export const fieldReaders: Readonly<Record<string, Record<string, Read>>> = {
  keyword: { readKeyword, findSignWords },
  watchQuery: { readKeyword },
  query: { readKeyword },
  'ids[]': {},
  timeZone: { isTimeZone },
  email: { normalizeAddress },
  password: { isCommonPassword: (text) => isCommonPassword(text, `${text}@a.example`) },
  newPassword: { isCommonPassword },
  title: {
    'a title of a post': (text) => readPost(text, ''),
    sharedTitleWords: (text) => sharedTitleWords([text, text, text]),
  },
  selftext: {
    'a text of a post': (text) => readPost('A tool?', text),
    readBrief,
    readMarkdown,
    wordFinder: wordFinder(['planning']),
  },
  text: { defuseCell, findForeignFile, readTable, restoreCell },
  template: { findTemplateFault },
  returnTo: { landingPath },
  cursor: { findPlaceAfter: (text) => findPlaceAfter([], text) },
}

/** Fields that only their schema, a store or an adapter reads. */
export const plainFields: ReadonlySet<string> = new Set(
  (
    'at basedOn code collectionIds[] collectionName communities[] currentPassword firstName lastName listName listTitle date group rating ' +
    'link text[] opml productionPriceId sandboxPriceId sessionId setupCode token url userId userIds[] username ' +
    'name keyName keyId apiKeyId searchId collectionId id listId part rowId sessionToken source sourceId watchId watchName webhookId deliveryId before error error_description iss search state'
  ).split(' '),
)

/** Text in a request's headers. */
export const headerReaders: Readonly<Record<string, Read>> = { deviceName }

type Schema = {
  type?: string
  enum?: unknown
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** The text fields of a schema, such as `mapping.text[]`. */
function textFields(schema: Schema, path: string): string[] {
  const own =
    schema.type === 'string' && schema.enum === undefined && schema.const === undefined ? [path] : []
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    textFields(one, path === '' ? name : `${path}.${name}`),
  )
  const items = schema.items === undefined ? [] : textFields(schema.items, `${path}[]`)
  const others =
    typeof schema.additionalProperties === 'object'
      ? textFields(schema.additionalProperties, `${path}.a`)
      : []
  const ways = [schema.anyOf, schema.oneOf, schema.allOf]
    .flatMap((each) => each ?? [])
    .flatMap((one) => textFields(one, path))
  return [...own, ...inner, ...items, ...others, ...ways]
}

function valueAt(path: readonly string[], text: string): unknown {
  const [first, ...others] = path
  if (first === undefined) return text
  const name = first.replace('[]', '')
  const value = valueAt(others, text)
  return { [name]: first.endsWith('[]') ? [value] : value }
}

/** Every text field of an endpoint's request, and how its schema parses a text. */
export function readersOf({ method, path, params, query, body }: Endpoint) {
  return Object.entries({ params, query, body }).flatMap(([part, schema]) => {
    if (schema === undefined) return []
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
    return [...new Set(textFields(shape, ''))].map((field) => ({
      field,
      name: `${method} ${path} ${part}.${field}`,
      read: (text: string) => schema.safeParse(valueAt(field.split('.'), text)),
    }))
  })
}
