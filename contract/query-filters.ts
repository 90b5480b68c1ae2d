import { signalLabels } from './signal-labels.ts'

/**
 * Filters that apply to a whole query. Names are in lower case. Dates are instants as ISO texts, and `before`
 * is exclusive.
 */
export type QueryFilters = {
  sources?: readonly string[]
  notSources?: readonly string[]
  signals?: readonly string[]
  notSignals?: readonly string[]
  after?: string
  before?: string
  leastScore?: number
}

export type WrittenFilter = { name: string; value: string; isExcluded: boolean }

const namesIn = (value: string) =>
  value
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')

const together = (known: readonly string[] = [], more: readonly string[]) => [...new Set([...known, ...more])]

const signalKey = (name: string) => name.replace(/[\s-]+/gu, '_')
const signalsByName = new Map(
  Object.entries(signalLabels).flatMap(([signal, label]) => [
    [signal, signal],
    [signalKey(label.toLowerCase()), signal],
  ]),
)

function readNames(filters: QueryFilters, { name, value, isExcluded }: WrittenFilter): string | null {
  const names = namesIn(value)
  if (names.length === 0)
    return `${name}: needs a name, as in ${name === 'signal' ? 'signal:money' : 'source:reddit'}.`
  if (name === 'source') {
    const key = isExcluded ? 'notSources' : 'sources'
    filters[key] = together(filters[key], names)
    return null
  }
  const signals = names.map((one) => signalsByName.get(signalKey(one)))
  const unknown = names.find((_, at) => signals[at] === undefined)
  if (unknown !== undefined) {
    const known = Object.keys(signalLabels).join(', ')
    return `There is no signal “${unknown}”. The signals are ${known}.`
  }
  const key = isExcluded ? 'notSignals' : 'signals'
  filters[key] = together(
    filters[key],
    signals.flatMap((signal) => signal ?? []),
  )
  return null
}

const written = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/u

/** The start of a day, month or year in UTC; null for any other text. */
function dateOf(value: string): string | null {
  const [, year = '', month = '01', day = '01'] = written.exec(value) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
  return year !== '' && isReal ? date.toISOString() : null
}

function readDate(filters: QueryFilters, name: 'after' | 'before', value: string): string | null {
  const date = dateOf(value)
  if (date === null)
    return `${name}: needs a date, as in ${name}:2026-03-01, ${name}:2026-03 or ${name}:2026.`
  const known = filters[name]
  const isStricter = known === undefined || (name === 'after' ? date > known : date < known)
  if (isStricter) filters[name] = date
  const { after, before } = filters
  return after !== undefined && before !== undefined && after >= before
    ? 'The date of “after:” must be earlier than the date of “before:”.'
    : null
}

function readScore(filters: QueryFilters, value: string): string | null {
  const score = /^\d{1,3}$/u.test(value) ? Number(value) : 101
  if (score > 100) return 'score: needs a number from 0 to 100, as in score:60.'
  filters.leastScore = Math.max(filters.leastScore ?? 0, score)
  return null
}

/** Adds a filter. Returns what is wrong with the filter, or null. */
export function addFilter(filters: QueryFilters, filter: WrittenFilter): string | null {
  const { name, value } = filter
  if (name === 'after' || name === 'before') return readDate(filters, name, value)
  return name === 'score' ? readScore(filters, value) : readNames(filters, filter)
}

/** A key that is equal for equal filters; '' if there are none. */
export function filtersKey(filters: QueryFilters): string {
  const listed = Object.entries(filters).map(([name, value]) => [
    name,
    typeof value === 'object' ? value.toSorted() : value,
  ])
  const sorted = listed.map((filter) => JSON.stringify(filter)).toSorted()
  return sorted.length === 0 ? '' : ` ${sorted.join(' ')}`
}
