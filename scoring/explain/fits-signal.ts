import { competitor, namesProduct } from '../rules/competitor.ts'
import type { Signal } from '../signal.ts'

const products = new Set(
  [...competitor.families['a named product'], ...competitor.families['a platform']].flatMap((phrase) =>
    phrase.split('|'),
  ),
)
const words = /[\p{L}\p{N}][\p{L}\p{N}.+&'’-]*/gu
const compares = /\bvs\b|\balternatives? to (?!this\b|it\b|that\b)/iu
const capital = /\p{Lu}/u
/** Capitalised words that are not names of products. */
const notNames = new Set(
  'i im ive id ill ok edit update tldr ps psa eta january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday english american uk usa us eu crm erp pdf csv html css sql api url smb usb pc tv diy roi hr it seo ui ux ios faq ceo cto vpn dns ip http https php'.split(
    ' ',
  ),
)

/**
 * Whether a sentence names something: a known product, a site, or a word that is capitalised within the
 * sentence.
 */
function namesSomething(quote: string): boolean {
  if (compares.test(quote)) return true
  let isFirst = true
  for (const [word] of quote.matchAll(words)) {
    const lower = word.toLowerCase()
    if (products.has(lower) && (namesProduct(lower) || capital.test(word[0] ?? ''))) return true
    const isName = isFirst ? capital.test(word.slice(1)) && !isShout(word) : capital.test(word)
    if (isName && !notNames.has(lower.replace(/['’.].*/u, ''))) return true
    if (/\p{Ll}\.(?:com|io|net|org|app|ai|co|me)$/u.test(lower)) return true
    isFirst = false
  }
  return false
}

const isShout = (word: string) => word === word.toUpperCase()

/** Words that make a sentence a complaint, even if the rest of it only praises or asks. */
const complains =
  /n['’]?t\b|\b(?:cannot|cant|dont|doesnt|wont|isnt|not|no|never|nothing|none|without|but|too|hard|harder|difficult\w*|pain\w*|issues?|problems?|troubl\w*|hate\w*|annoy\w*|frustrat\w*|struggl\w*|tired|sick|slow\w*|los(?:e|es|t|ing)|wast\w*|tedious|manual\w*|by hand|errors?|fail\w*|crash\w*|broken?|break\w*|bugs?|buggy|stuck|confus\w*|mess\w*|impossible|expensive|forget\w*|forgot\w*|miss\w*|wrong|stop\w*|instead|worse|worst|bad\w*|only|limit\w*|unable|delet\w*|avoid\w*|every time|each time|hours|days|forever|having to|have to|need to|overwhelm\w*|suck\w*|nightmare|hell|rid of|one by one|despite|unfortunately|wish\w*)\b/iu
const praises =
  /\b(?:love[sd]?|happy with|works? (?:great|fine|well|perfectly|flawlessly)|glad|impressed|perfect|awesome|excellent|saves? (?:me|us) |thanks|great (?:app|tool|job|software|product)|so easy|a breeze|satisfied)\b/iu
const asksNeutrally =
  /^(?:(?:so|also|and|hi|hey|hello|basically)[, ]+)?(?:is|are|was) (?:there|it possible)\b|^(?:can|could|does|do|has|have) (?:i|we|you|anyone|anybody|someone|any)\b|^(?:how|what|which|where|who)\b/iu

const counted =
  /\b(?:users?|customers?|clients?|people|persons?|employees?|staff|students?|pupils?|members?|tenants?|teams?|offices?|companies|businesses|sites?|stores?|shops?|locations?|branches|properties|units|computers?|laptops?|machines?|devices|pcs|workstations|servers|phones|vehicles|trucks|orders?|tickets?|invoices?|patients?|teachers?|schools?|drivers?|volunteers?|donors?|households?|families|everyone|everybody|many of us|all of us|developers?|subscribers|players|colleagues|coworkers|workers|guests|attendees|participants|groups?|departments?|readers|owners|admins|others)\b/iu

const requests =
  /\?|\b(?:look\w*|search\w*|need\w*|want\w*|wish\w*|recommend\w*|suggest\w*|like|love|prefer\w*|any|anyone|help|request\w*|know|nice|wonder\w*|seek\w*|hop(?:e|ing)|ideal\w*|alternatives?|curious|consider\w*|find\w*|better|best|how|what|which|please|appreciate\w*|replace\w*|in the market|recs?|trying|way|should|could|ideas?|advice)\b/iu
const recurs =
  /\b(?:every\w*|each|daily|weekly|monthly|yearly|annual\w*|nightly|hourly|always|often|constant\w*|again|keep\w*|kept|times?|regular\w*|routine\w*|repeat\w*|recurr\w*|whenever|any ?time|once|twice|usual\w*|frequent\w*|continu\w*|per|days?|weeks?|months?|nights?|mornings?|evenings?|ongoing|never|still|all the|most of|sometimes|intermittent\w*|irregular\w*|habit\w*)\b|\ba (?:week|month|year)\b/iu
const seeks =
  /\b(?:tr(?:y|ied|ies|ying)|search\w*|look\w*|googl\w*|find\w*|found|test\w*|luck|nothing|none|avail|looked|hunt\w*|explor\w*|evaluat\w*|checked|went through|experiment\w*|ask\w*|research\w*|restart\w*|reinstall\w*|reboot\w*|unsuccessful\w*|contact\w*|delet\w*|updat\w*|clear\w*|without success)\b/iu

const isQuestion = (quote: string) => quote.endsWith('?')

/** What a sentence must contain to represent a signal, for signals whose cues alone are misleading. */
const checks: Partial<Record<Signal, (quote: string) => boolean>> = {
  competitor: namesSomething,
  pain: (quote) => complains.test(quote) || !(praises.test(quote) || asksNeutrally.test(quote)),
  many_affected: (quote) => counted.test(quote),
  solution_request: (quote) => requests.test(quote),
  frequency: (quote) => recurs.test(quote),
  tried: (quote) => seeks.test(quote),
  joke: (quote) => !isQuestion(quote),
}

/** Whether a sentence shows what the label of a signal promises. True for signals without a check. */
export function fitsSignal(signal: Signal, quote: string): boolean {
  return checks[signal]?.(quote) ?? true
}
