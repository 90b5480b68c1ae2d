import { competitor, namesProduct } from './rules/competitor.ts'

/** The maximum length of a sentence that is examined, in UTF-16 units. */
const most = 1000

const software =
  /\b(?:apps?|software|saas|tools?|programs?|platforms?|systems?|plugins?|extensions?|subscriptions?|licen[cs]es?|plans?|tiers?|seats?|products?|solutions?|something|crm|erp|pos|website builder|hosting|integration)\b/iu
const otherMoney =
  /\b(?:late|overdraft|processing|application|legal|closing) fees?\b|\b(?:fines?|rents?|deposits?|salar(?:y|ies)|wages?|tax(?:es)?|mortgages?|tuition|bills|shipping|postage|tickets?|loans?|debts?|refunds?|allowance|grants?|fuel|gas)\b/iu
/** Fees that are never the price of a product. A product may collect them for its customers. */
const penalty = /\b(?:late|overdraft|application|legal|closing) fees?\b/iu
const amount =
  /[$€£¥]\s?\d|\d\s?[$€£¥]|\d\s?(?:dollars|bucks|usd|euros?|pounds|quid|cents)\b|\d[^\d]{0,40}\bper (?:month|year|user)\b/iu
const paying =
  /\b(?:pay|paid|pays|paying|prices?|priced|pricing|costs?|budget|cheap\w*|afford\w*|expensive|buy|buying|bought|spend|spent|subscription|fees?|purchase\w*|worth|free|charges?|charged|costing)\b/iu
const offer =
  /\b(?:would|will|happy|willing|glad|ready|prepared|love|like|want|able)\b(?: \w{1,15}){0,3} (?:pay|spend|buy|subscribe|purchase|paying|spending)\b|['’](?:d|ll)(?: \w{1,15}){0,2} (?:pay|spend|buy|subscribe|purchase)\b|\b(?:mind|open to|fine with|ok(?:ay)? with|worth) (?:paying|spending|the money)\b|\b(?:pay|paying) (?:good|real|decent) money\b|\bwould(?: \w{1,15}){0,2} be worth\b/iu
const refusal =
  /(?:\b(?:not|never|cannot)|n['’]t) (?:be |really |going to |want to |wanna |willing to |able to |afford to |like to ){0,2}(?:pay|spend|buy|willing|purchase|worth)\b|\bunwilling\b|\bwithout paying\b/iu

const products = competitor.families['a named product'].flatMap((phrase) => phrase.split('|'))
const known: ReadonlySet<string> = new Set(products)

function namesKnown(text: string): boolean {
  for (const [word] of text.matchAll(/\p{L}[\p{L}\p{N}]+/gu)) {
    const lower = word.toLowerCase()
    if (known.has(lower) && (namesProduct(lower) || /^\p{Lu}/u.test(word))) return true
  }
  return false
}

/** Whether a sentence about money is about a product and not about rent, fees or wages. */
const isOfProduct = (text: string): boolean => software.test(text) || namesKnown(text)

const own = /\b(?:i|i['’](?:m|d|ll|ve)|im|we|we['’](?:re|d|ll|ve)|my|our)\b/iu
/**
 * If a sentence names no product, these words show that the author would pay for one: "for it", or "a month".
 */
const forIt =
  /\b(?:pay|spend|paying|spending)\b[^.]{0,30}\bfor (?:it|this|that|one|these)\b|\b(?:a|per|each|every) (?:month|year)\b|\/\s?(?:mo|month|yr|year)\b|\bmonthly\b/iu

/** Whether the author of a sentence would pay for a product. */
export function saysOffer(sentence: string): boolean {
  const text = sentence.slice(0, most)
  if (!own.test(text) || !offer.test(text) || refusal.test(text)) return false
  return isOfProduct(text) || (forIt.test(text) && !otherMoney.test(text))
}

/** Whether a sentence names the price of a product as a number. */
export function saysPrice(sentence: string): boolean {
  const text = sentence.slice(0, most)
  if (!amount.test(text) || !paying.test(text) || refusal.test(text) || penalty.test(text)) return false
  return isOfProduct(text) || (saysOffer(text) && forIt.test(text))
}

const fault =
  /\b(?:too|overly|so|painfully|ridiculously) (?:much|many|expensive|pricey|complicated|complex|slow|limited|basic|big|heavy|hard|difficult|confusing|rigid|simple)\b|(?<!\b(?:i|we|you|they|one) )\b(?:doesn['’]?t|does not|isn['’]?t|is not|hasn['’]?t|won['’]t|will not|can['’]t|cannot|never) (?!mean\b)|\b(?:not|no) (?:\w{1,15} )?(?:good|great|intuitive|flexible|reliable|support|option|longer|ideal|suited|a fan|cheap)\b|\b(?:expensive|pricey|overpriced|clunky|buggy|bloated|unreliable|slow|slowly|outdated|limited|lacks?|lacking|misses|hate|hated|awful|terrible|horrible|useless|cumbersome|tedious|overcomplicated|confusing|annoying|frustrating|crash(?:es|ed|ing)?|fails?|broken|breaks|nightmare|overkill|sucks?|worst|loses|unusable|disappoint\w{1,5}|painful)\b/iu
const faultBefore =
  /\b(?:hate|hated|tired of|sick of|frustrated (?:with|by)|annoyed (?:with|by|at)|problems? (?:with|in)|issues? (?:with|in)|trouble with|bugs? in|unhappy with|disappointed (?:with|by|in)|fed up with|struggl\w{1,4} with|leaving|outgrew|outgrown|(?:do|does)(?:n['’]?t| not) (?:like|want|trust)|cancel\w{0,7}|overpriced|clunky|bloated|buggy|the worst)\b[^.;:]{0,40}$/iu

/** Words and marks after which a sentence is no longer about the product that it names. */
const elsewhere =
  /[?!;]|\b(?:because|since)\b|\b(?:but|and|while|as|so) (?:i|we|my|our|the (?:old|current|present))\b/iu

/** Whether a sentence complains about the product that it names. */
export function holdsAgainst(sentence: string, name: string): boolean {
  const text = sentence.slice(0, most)
  const at = text.toLowerCase().indexOf(name.toLowerCase())
  if (at < 0) return false
  const [about = ''] = text.slice(at + name.length).split(elsewhere)
  return fault.test(about) || faultBefore.test(text.slice(Math.max(0, at - 80), at))
}
