import { otherWording, type Signal } from '../signal.ts'
import { listNames } from './names-product.ts'

const mostPlaces = 3

/** For some signals: the words that show the signal, in the order in which a reader would point at them. */
const pointed: Partial<Record<Signal, RegExp>> = {
  frequency:
    /\b(?:every (?:single |other |few )?(?:day|time|hour|night|week|month|quarter|year|morning|evening|weekend|mon|tues|wednes|thurs|fri|satur|sun)\w*|every \d+ \w+|each (?:time|day|week|month|quarter|year|morning|night)|everyday|daily|weekly|monthly|yearly|annual\w*|nightly|hourly|always|often|constant\w*|any ?time|all the time|most of the time|regular\w*|repeat\w*|recurr\w*|whenever|twice|usual\w*|frequent\w*|continu\w*|(?:once|times) (?:an?|every|per) \w+|over and over|again and again|keeps? (?:on )?\w+ing|(?:per|an?) (?:day|week|month|hour)|sometimes|intermittent\w*)\b/giu,
  pain: /\b(?:(?:can|won|doesn|isn|don|didn|aren|wasn|couldn|wouldn)['’]?t(?: \w+)?|cannot(?: \w+)?|unable to(?: \w+)?|no way|nothing works|hard(?:er)? to|too \w+|difficult\w*|a pain|pain in|painful\w*|issues?|problems?|troubl\w*|hate|annoy\w*|frustrat\w*|struggl\w*|tired of|sick of|slow\w*|los(?:e|es|t|ing)|wast(?:e|es|ed|ing)|tedious|manually|by hand|errors?|fail\w*|crash\w*|freez\w*|broken?|breaks|bugs?|buggy|stuck|confus\w*|mess\w*|impossible|expensive|forget\w*|missing|wrong|worse|worst|unbearable|limited|downsides?|overwhelm\w*|sucks?|nightmare|rid of|disconnect\w*|lags?|clogged|having to)\b/giu,
  money:
    /[$€£]\s?\d[\d.,]*k?|\b\d[\d.,]*\s?(?:dollars|bucks|usd|eur|euros?|pounds|cents)\b|\b(?:costs?|prices?|priced|pricing|budget|fees?|subscription|cheap\w*|expensive|pay(?:ing)?|paid|afford|free)\b/giu,
  many_affected:
    /\b(?:\d[\d,.]*k?\+?|hundreds?|thousands?|dozens?|millions?|many|several|multiple|all|everyone|everybody)(?: of)?(?: \w+)? (?:users?|customers?|clients?|people|persons?|employees?|staff|students?|members?|tenants?|teams?|offices?|companies|businesses|sites?|stores?|shops?|locations?|properties|units|computers?|laptops?|machines?|devices|servers|phones|orders?|tickets?|patients?|teachers?|schools?|volunteers?|players|developers?)\b/giu,
  tried:
    /\b(?:tried|trying|search(?:ed|ing)|looked|looking|googl\w+|(?:can|could)(?:['’]?t|not)(?: \w+)? find|no luck|nothing|none|to no avail|tested|hunt\w*|asked|research\w*|reinstall\w*|restart\w*|contacted)\b/giu,
  workaround:
    /\b(?:by hand|manual(?:ly)?|spreadsheets?|workaround|work around|copy(?:ing)? and past(?:e|ing)|currently|right now|at the moment|so far|for now|end(?:ed)? up|instead|(?:have|having|had) to \w+|in excel|excel|google (?:sheets?|docs?)|scripts?|(?:i|we) use|using)\b/giu,
}

/**
 * The start and end offsets of the words of a quote that show the signal, such as the names for "Names a
 * product". Empty if the signal has no such words.
 */
export function pointAt(signal: Signal | typeof otherWording, quote: string): number[] {
  if (signal === 'competitor') return inOrder(listNames(quote).slice(0, 2 * mostPlaces))
  const pattern = signal === otherWording ? undefined : pointed[signal]
  return pattern === undefined ? [] : matchesOf(pattern, quote).slice(0, 2 * mostPlaces)
}

/** Sorts places, and joins places with only a space between them, such as the words of one name. */
function inOrder(places: readonly number[]): number[] {
  const pairs = places.flatMap((start, at) =>
    at % 2 === 0 ? [[start, places[at + 1] ?? start] as const] : [],
  )
  const joined: number[] = []
  for (const [start, end] of pairs.toSorted(([one], [other]) => one - other)) {
    if (start - (joined.at(-1) ?? -9) <= 1) joined.pop()
    else joined.push(start)
    joined.push(end)
  }
  return joined
}

function matchesOf(pattern: RegExp, quote: string): number[] {
  const places: number[] = []
  for (const { 0: words, index } of quote.matchAll(pattern)) places.push(index, index + words.length)
  return places
}
