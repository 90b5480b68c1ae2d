import type { SearchResult } from '#contract/search.ts'

const sourceNames: ReadonlyMap<string, string> = new Map([
  ['archive', 'the archive on this server'],
  ['own', 'your own material'],
])
// Dates are formatted without Intl, whose first use takes a slow phone 65 ms.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The display name of a source: `hacker-news` becomes Hacker News, a host stays a host. */
export function sourceName(source: string): string {
  const known = sourceNames.get(source)
  if (known !== undefined) return known
  if (source.includes('.')) return source
  return source.replace(
    /(^|-)(\w)/gu,
    (_, dash: string, letter: string) => (dash && ' ') + letter.toUpperCase(),
  )
}

type Community = Pick<SearchResult, 'source' | 'subreddit' | 'sample'>

/** A community in the notation of its site. */
export function communityName({ source, subreddit, sample }: Community): string {
  if (subreddit === '') return sourceName(source)
  return source === 'reddit' && !sample ? `r/${subreddit}` : subreddit
}

/** A formatted day, or null for an invalid date. */
export function formatDay(instant: string): string | null {
  const date = new Date(instant)
  return Number.isNaN(date.getTime())
    ? null
    : `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/gu, ',')
}

/** "3 posts"; for an unknown count "posts not known". */
export function counted(count: number | null, one: string, many = `${one}s`): string {
  return count === null ? `${many} not known` : `${formatCount(count)} ${count === 1 ? one : many}`
}

const ageSteps = [
  { days: 365.25, unit: 'year' },
  { days: 30.44, unit: 'month' },
  { days: 7, unit: 'week' },
  { days: 1, unit: 'day' },
]

/** An age such as "3 weeks" or "13 years"; null for an invalid date. */
export function formatAge(instant: string, now: Date): string | null {
  const days = (now.getTime() - Date.parse(instant)) / 86_400_000
  if (Number.isNaN(days)) return null
  // Ages up to two weeks are shown in days, up to two months in weeks, because "1 week" or "1 month" would be
  // imprecise.
  const step = ageSteps.find((one, at) => days >= one.days * (at === ageSteps.length - 1 ? 1 : 2))
  if (step === undefined) return days >= 0.5 ? '1 day' : 'less than a day'
  return counted(Math.floor(days / step.days), step.unit)
}

/** Why a post without all words of the keyword is shown, or ranks last. Null for other posts. */
export function relatedMessage({
  match,
  otherWords,
  missingWords,
  offTopic,
}: Pick<SearchResult, 'match' | 'otherWords' | 'missingWords' | 'offTopic'>): string | null {
  const stray = offTopic === true ? 'likely about something else' : null
  const isRelated = match === 'related'
  if (!isRelated && stray === null) return null
  const others = otherWords === undefined || stray !== null ? null : `related words: ${otherWords.join(', ')}`
  const missing =
    missingWords === undefined ? null : `without ${missingWords.map((word) => `“${word}”`).join(', ')}`
  const why = [stray, missing, others].filter((one) => one !== null).join('; ')
  return why === '' ? 'Most of your words' : `${why.charAt(0).toUpperCase()}${why.slice(1)}`
}
