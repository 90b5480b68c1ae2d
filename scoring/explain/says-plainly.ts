import type { Signal } from '../signal.ts'
import { containsWord } from './contains-word.ts'
import { namesKnownProduct } from './names-product.ts'

const software =
  /\b(?:tools?|software|apps?|applications?|programs?|services|systems?|plug-?ins?|add-?ons?|extensions?|templates?|scripts?|platforms?|packages?|solutions?|functions?|crm|cms)\b/iu
const asks =
  /\b(?:look(?:ing)? (?:for|into)|search(?:ing|ed) for|scour\w*|hunting for|in need of|need an?|recommend\w*|suggest\w*|any|anyone|anybody|alternatives?|replacement|there a|find(?:ing)? an?|what|which|best|favou?rite|got to be|where)\b/iu
const asksForExperience = /\bexperience|\bpurchased\b/iu
/** Questions for a fact about a product. */
const asksAboutFact = /^(?:is|are|do|does|did|can|could|should|will|why|how) (?!there\b|any|some|you\b)/iu
const asksForSoftware = (quote: string) =>
  software.test(quote) &&
  !asksForExperience.test(quote) &&
  (asks.test(quote) || (quote.endsWith('?') && !asksAboutFact.test(quote)))

const namesTask = containsWord(
  'software sheet sheets cell cells column columns row rows csv pdf vlookup folder folders file files url urls hyperlink log logs logging email emails reminder reminders notification notifications sync syncing label labels tag tags bookmark bookmarks record records recording',
  'automat databas spreadsheet excel import export upload download schedul calendar invoic backup convert sort filter tracker tracking inventor organi playlist integrat extract merg renam resiz templat dashboard macro formula messag categor duplicat',
)
const keepsTrack = /\btrack (?:of|my|our|the|all|how)\b/iu
const wantsIt =
  /\b(?:(?:i|we)(?:['’]d| would)? (?:really |also |basically |then |just )?(?:need|want|like|love|wish)|looking for|ways? (?:to|for|that)|how (?:to|do|can|would|could)|is it possible|automatically|recommend\w*|(?:is|are) there|tasked with|trying to|having (?:trouble|problems|issues)|it(?: woul)?['’]?d be|what (?:are|do) (?:you|people))\b|\bany (?:\w+ ){1,4}(?:to|for)\b/iu

const firstPerson = /\b(?:i|i['’]?(?:m|ve|d|ll)|we|we['’]?(?:re|ve|d|ll)|my|our|me|us)\b/iu
const complainsPlainly =
  /\b(?:won['’]?t|cannot|can['’]t|doesn['’]t|isn['’]t|unable|impossible|annoy\w*|frustrat\w*|trouble (?!of)|struggl\w*|(?:having|have) (?:an? |some |the )?(?:issues?|problems?)|problem is|error|fail\w*|crash\w*|broken?|breaks|bugs?|buggy|stuck|tedious|painful\w*|difficult|difficulty|confus\w*|wast(?:e|es|ed|ing)|losing|nightmare|tired of|sick of|hate|slow|lags?|a mess|keeps)\b/iu
const noComplaint = /\bno (?:issues|problems?|errors?|trouble)\b|\?$/iu

const countsMany =
  /\b(?:\d{2,}|\d+k|hundreds?|thousands?|dozens?|millions?|everyone|everybody|all of us|many of us)\b/iu

/** A sentence with fewer characters says too little to be understood. */
const shortest = 25

/**
 * `from`: the least log odds of a sentence with the words of `test`. `likely`: the log odds from which a
 * sentence needs no such words.
 */
type PlainWords = { from: number; likely?: number; test: (quote: string) => boolean }

const recursPlainly =
  /\b(?:every (?:single )?(?:time|day|hour|night|week|month|quarter|year|morning|evening|few)|each (?:time|day|week|month|year)|everytime|daily|weekly|monthly|whenever|always|constantly|frequently|often|over and over|again and again|once an?|times an? (?:day|week|month|year)|per (?:day|week|month)|keeps)\b/iu
const worksPlainly =
  /\b(?:(?:my|our|small|the|your) (?:business|company|firm|clients?|customers?|employees|team|boss|office|staff|tenants|store|shop|freelancers?)|at work|for work|we (?:have|use|manage|run|need|are|get|sell|do)|business(?:es)?|i (?:run|manage|own|work (?:for|at|in|as)))\b/iu
const makesDoPlainly =
  /\b(?:by hand|manually|spreadsheets?|workaround|work around|copy(?:ing)? and past(?:e|ing)|currently|right now|at the moment|end(?:ed)? up|have to (?:manually|go|copy|type|open|do)|google (?:sheets?|docs?)|in excel)\b/iu

/**
 * For some signals: words that leave little doubt that a sentence shows the signal, if it passes
 * `fitsSignal`. Such a sentence may be shown from lower log odds on. The words and log odds were chosen on
 * sentences that a reader judged without knowing their log odds.
 */
const plainWords: Partial<Record<Signal, PlainWords>> = {
  competitor: { from: -1.5, likely: 0, test: namesKnownProduct },
  solution_request: { from: -1, likely: 0.2, test: asksForSoftware },
  software_job: {
    from: -1,
    likely: 0,
    test: (quote) => wantsIt.test(quote) && (namesTask(quote) || keepsTrack.test(quote)),
  },
  pain: {
    from: -1,
    test: (quote) => firstPerson.test(quote) && complainsPlainly.test(quote) && !noComplaint.test(quote),
  },
  many_affected: { from: -0.5, test: (quote) => countsMany.test(quote) },
  frequency: { from: -1.5, test: (quote) => recursPlainly.test(quote) },
  business: { from: -0.5, test: (quote) => worksPlainly.test(quote) },
  workaround: { from: -1, test: (quote) => firstPerson.test(quote) && makesDoPlainly.test(quote) },
}

/** The least log odds of a sentence whose plain words may be trusted. */
export const plainFrom = -1.5

/** Whether the words of a sentence that fits a signal leave little doubt that it shows the signal. */
export function saysPlainly(signal: Signal, quote: string, odds: number): boolean {
  const words = plainWords[signal]
  if (words === undefined || odds < words.from || quote.length < shortest) return false
  return odds >= (words.likely ?? Number.POSITIVE_INFINITY) || words.test(quote)
}
