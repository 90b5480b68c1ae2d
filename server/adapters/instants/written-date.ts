import { type ClockTime, findClockTime, type Token } from './clock-time.ts'
import { instantIn, isFiller, monthOf, offsetOfName, plainWord } from './date-words.ts'

export const dateOrders = ['day-month-year', 'month-day-year', 'year-month-day'] as const
export type DateOrder = (typeof dateOrders)[number]

/**
 * An instant, or numbers such as `01/06/23` whose meaning depends on the order. `among` lists the possible
 * orders.
 */
export type WrittenDate =
  | { ms: number }
  | { written: string; mark: string; among: number; readings: Partial<Record<DateOrder, number>> }

/** Longer than any real date. */
const mostCharacters = 120

const earliestMs = Date.UTC(1990, 0, 1)
const latestMs = Date.UTC(2100, 0, 1)
const dayMs = 86_400_000

export const isLikely = (ms: number) => ms >= earliestMs && ms < latestMs

function tokensOf(text: string): Token[] {
  const found = text.matchAll(/(\s*)(?:(\d+)|(\p{L}+)|(\S))/gu)
  return [...found].map(([, space = '', number, word, sign = ''], at) => {
    const apart = at === 0 || space !== ''
    if (number !== undefined) return { kind: 'number', text: number, apart }
    return word === undefined
      ? { kind: 'sign', text: sign, apart }
      : { kind: 'word', text: plainWord(word), apart }
  })
}

type Figures = { year: string; month: number; day: number }

/** Midnight UTC of a day, or NaN if the day is invalid. A year of two digits is from 1970 to 2069. */
function dayMsOf({ year, month, day }: Figures): number {
  const short = Number(year)
  const full = year.length === 2 ? short + (short < 70 ? 2000 : 1900) : short
  const date = new Date(Date.UTC(full, month - 1, day))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return (year.length === 2 || year.length === 4) && isDay ? date.getTime() : Number.NaN
}

/** Ordinal and week dates: `2024-104`, `2024-W15-6`. */
function countedDay(year: number, { week, day }: { week: number; day: number }): number {
  const first = Date.UTC(year, 0, 1)
  if (week === 0) return day >= 1 && day <= 366 ? first + (day - 1) * dayMs : Number.NaN
  // The first week of a year contains January 4.
  const monday = first + (3 - ((new Date(first + 3 * dayMs).getUTCDay() + 6) % 7)) * dayMs
  const isDay = week <= 53 && day >= 1 && day <= 7
  return isDay ? monday + ((week - 1) * 7 + day - 1) * dayMs : Number.NaN
}

type Item = { number: string } | { month: number } | { week: true }
const numberOf = (item: Item | undefined) => (item !== undefined && 'number' in item ? item.number : null)

/**
 * In a date with the name of a month, the longer number is the year. If both numbers are short, the last one
 * is the year.
 */
function namedDay(items: readonly Item[], month: number): number {
  const [first = '', second = ''] = items.flatMap((item) => numberOf(item) ?? [])
  const yearFirst = first.length === 4 || Number(first) > 31
  const [year, day] = yearFirst ? [first, second] : [second, first]
  return day.length > 2 ? Number.NaN : dayMsOf({ year, month, day: Number(day) })
}

/** All orders in which three numbers are a valid day. */
function orderedDays(
  numbers: readonly [string, string, string],
  atMs: (day: number) => number,
): Omit<Extract<WrittenDate, { among: number }>, 'mark' | 'written'> | null {
  const [a, b, c] = numbers
  if (b.length > 2 || a.length > 2) return null
  const days: [DateOrder, number][] = [
    ['day-month-year', dayMsOf({ year: c, month: Number(b), day: Number(a) })],
    ['month-day-year', dayMsOf({ year: c, month: Number(a), day: Number(b) })],
    ['year-month-day', c.length > 2 ? Number.NaN : dayMsOf({ year: a, month: Number(b), day: Number(c) })],
  ]
  const readings = days.map(([order, day]) => [order, atMs(day)] as const).filter(([, ms]) => isLikely(ms))
  if (readings.length === 0) return null
  return { among: c.length === 4 ? 2 : 3, readings: Object.fromEntries(readings) }
}

/** Reads `20240413`, alone or followed by `1200` or `120000`. */
function compactDay(items: readonly Item[]): number {
  const [date, time] = [numberOf(items[0]) ?? '', numberOf(items[1]) ?? '0000']
  if (date.length !== 8 || items.length > 2 || !/^(?:\d{4}|\d{6})$/u.test(time)) return Number.NaN
  const [hour, minute, second] = [time.slice(0, 2), time.slice(2, 4), time.slice(4, 6)].map(Number)
  const isTime = (hour ?? 0) < 24 && (minute ?? 0) < 60 && (second ?? 0) < 61
  const day = dayMsOf({
    year: date.slice(0, 4),
    month: Number(date.slice(4, 6)),
    day: Number(date.slice(6, 8)),
  })
  return isTime ? day + ((hour ?? 0) * 3600 + (minute ?? 0) * 60 + (second ?? 0)) * 1000 : Number.NaN
}

function onlyDay(items: readonly Item[], marks: readonly string[]): number {
  const [first, second, third] = items.map(numberOf)
  const named = items.find((item) => 'month' in item)
  if (named !== undefined && 'month' in named && items.length === 3) return namedDay(items, named.month)
  const year = first?.length === 4 ? Number(first) : Number.NaN
  const isWeek = items.length === 4 && items[1] !== undefined && 'week' in items[1]
  if (isWeek) return countedDay(year, { week: Number(third), day: Number(numberOf(items[3])) })
  if (items.length === 2 && second?.length === 3 && marks[0] === '-')
    return countedDay(year, { week: 0, day: Number(second) })
  if (items.length < 3) return compactDay(items)
  const isYearFirst = items.length === 3 && (second?.length ?? 9) <= 2 && (third?.length ?? 9) <= 2
  return isYearFirst && first?.length === 4
    ? dayMsOf({ year: first, month: Number(second), day: Number(third) })
    : Number.NaN
}

/** The parts of a date without its time: numbers and a month. Null if there is anything else. */
function itemsOf(tokens: readonly Token[]): { items: Item[]; marks: string[] } | null {
  const items: Item[] = []
  const marks: string[] = []
  const isNamed = tokens.some(({ kind, text }) => kind === 'word' && monthOf(text) !== undefined)
  for (const [at, { kind, text }] of tokens.entries()) {
    const month = kind === 'word' ? monthOf(text) : undefined
    // A weekday in any language, even if it is misspelt.
    const opens = at === 0 && (isNamed || tokens[1]?.text === ',')
    if (kind === 'number') items.push({ number: text })
    else if (month !== undefined) items.push({ month })
    else if (kind === 'word' && text === 'w') items.push({ week: true })
    else if (kind === 'sign' && '-/.,'.includes(text)) marks.push(text)
    else if (kind !== 'word' || !(opens || isFiller(text))) return null
  }
  return { items, marks }
}

/**
 * The time of day, and the text around it. In `20240413T120000Z` the time has no colon and is followed by its
 * zone.
 */
function takeTime(tokens: readonly Token[]): { time: ClockTime | null; rest: Token[] } {
  const time = findClockTime(tokens)
  if (time !== null) {
    const before = tokens.slice(0, time.from)
    // The log format of Apache: 13/Apr/2024:12:00:00.
    if (before.at(-1)?.text === ':') before.pop()
    return { time, rest: [...before, ...tokens.slice(time.to)] }
  }
  const last = tokens.at(-1)
  const zoneMs = last?.kind === 'word' && tokens.length > 1 ? offsetOfName(last.text) : null
  if (zoneMs === null) return { time: null, rest: [...tokens] }
  return { time: { from: 0, to: 0, ms: 0, zoneMs }, rest: tokens.slice(0, -1) }
}

/** Some people write 10.15 for 10:15. After a complete date, such numbers cannot be another date. */
const pointedTime = /(?<=\d{4}|[./-]\d\d)(,? )(\d{1,2})\.(\d\d)(?:\.(\d\d))?(?!\S)/u
type PointedTime = [all: string, before: string, hour: string, minute: string, second: string | undefined]
const withColons = (...[, before, hour, minute, second = '00']: PointedTime) =>
  `${before}${hour}:${minute}:${second}`

/** After an offset, RFC 9557 allows the name of the zone and of a calendar: Java writes `Z[UTC]`. */
const afterOffset = /(?<=:\d\d(?:\.\d{1,9})?(?:z|[+-]\d\d:?\d\d))(?:\[[^[\]]*\])+$/iu
const place = /(?:\[|\s)([A-Za-z]+(?:\/[A-Za-z_-]+){1,2})\]?$/u

/**
 * Parses a written date with or without time and zone. A date without a zone is UTC. Null if the text is not
 * a date.
 */
export function readWrittenDate(written: string): WrittenDate | null {
  if (written.length > mostCharacters) return null
  const plain = written
    .normalize('NFKC')
    .replace(/\([^()]*\)/gu, ' ')
    .replace(/\b([ap])\.\s?m\b\.?/giu, '$1m')
    .replace(/(?<=\s)['’](?=\d\d(?!\d))/u, '')
    .replace(/(?<=\s)(\d{1,2}) ?h ?(\d\d)(?!\S)/u, '$1:$2')
    .replace(/(?<=\s)(?:kl\. ?|klo )(?=\d)/iu, '')
    .replace(pointedTime, withColons)
    .trim()
    .replace(afterOffset, '')
  if (!/\d/u.test(plain)) return null
  const named = place.exec(plain)
  const { time, rest } = takeTime(tokensOf(named === null ? plain : plain.slice(0, named.index)))
  const read = itemsOf(rest)
  if (read === null || Number.isNaN(time?.ms)) return null
  const atMs = (day: number) => {
    const shown = day + (time?.ms ?? 0)
    if (time?.zoneMs != null) return shown - time.zoneMs
    return named?.[1] === undefined || Number.isNaN(shown)
      ? shown
      : (instantIn(named[1], shown) ?? Number.NaN)
  }
  const ms = atMs(onlyDay(read.items, read.marks))
  if (!Number.isNaN(ms)) return isLikely(ms) ? { ms } : null
  const numbers = read.items.map(numberOf)
  const [a, b, c] = numbers
  if (numbers.length !== 3 || a == null || b == null || c == null) return null
  const ordered = orderedDays([a, b, c], atMs)
  return (
    ordered && { written: written.trim(), mark: read.marks.find((mark) => mark !== ',') ?? ' ', ...ordered }
  )
}
