import type { Signal } from '../signal.ts'
import { containsWord } from './contains-word.ts'
import { namesSomething } from './names-product.ts'

/** Words that make a sentence a complaint, even if the rest of it only praises or asks. */
const complains =
  /n['’]?t\b|\b(?:cannot|cant|dont|doesnt|wont|isnt|not|no|never|nothing|none|without|but|too|hard|harder|difficult\w*|pain\w*|issues?|problems?|troubl\w*|hate\w*|annoy\w*|frustrat\w*|struggl\w*|tired|sick|slow\w*|los(?:e|es|t|ing)|wast\w*|tedious|manual\w*|by hand|errors?|fail\w*|crash\w*|broken?|break\w*|bugs?|buggy|stuck|confus\w*|mess\w*|impossible|expensive|forget\w*|forgot\w*|miss\w*|wrong|stop\w*|worse|worst|bad\w*|only|limit\w*|unable|avoid\w*|every time|each time|forever|having to|have to|need to|overwhelm\w*|suck\w*|nightmare|hell|rid of|one by one|despite|unfortunately|wish\w*)\b/iu
const praises =
  /\b(?:love[sd]?|happy with|works? (?:great|fine|well|perfectly|flawlessly)|glad|impressed|perfect|awesome|excellent|saves? (?:me|us) |thanks|great (?:app|tool|job|software|product)|so easy|a breeze|satisfied)\b/iu
const asksNeutrally =
  /^(?:(?:so|also|and|hi|hey|hello|basically)[, ]+)?(?:is|are|was) (?:there|it possible)\b|^(?:can|could|does|do|has|have) (?:i|we|you|anyone|anybody|someone|any)\b|^(?:how|what|which|where|who)\b/iu

const counted =
  /\b(?:users?|customers?|clients?|people|persons?|employees?|staff|students?|pupils?|members?|tenants?|teams?|offices?|companies|businesses|sites?|stores?|shops?|locations?|branches|properties|units|computers?|laptops?|machines?|devices|pcs|workstations|servers|phones|vehicles|trucks|orders?|tickets?|invoices?|patients?|teachers?|schools?|drivers?|volunteers?|donors?|households?|families|everyone|everybody|many of us|all of us|developers?|subscribers|players|colleagues|coworkers|workers|guests|attendees|participants|groups?|departments?|readers|owners|admins|others)\b/iu

const requests =
  /\?|\b(?:look\w*|search\w*|need\w*|want\w*|wish\w*|recommend\w*|recs?|suggest\w*|i['’]?d (?:really )?(?:like|love|prefer)|would (?:really |also )?(?:like|love|prefer|be nice)|anyone|anybody|help|request\w*|knows?|wonder\w*|seek\w*|hop(?:e|ing)|ideal\w*|prefera\w*|alternatives?|curious|find\w*|what|please|appreciate\w*|in the market|advice|(?:is|are) there|any (?:good|other|ideas?|tips|way|tools?|apps?|software|programs?|free|decent)|ways? to|how (?:do|can|to|would|could|should|are))\b|^(?:the )?best\b|^which\b/iu
const recurs =
  /\b(?:every(?:day|time)?|daily|weekly|monthly|yearly|annual\w*|nightly|hourly|always|often|constant\w*|again|times|any ?time|regular\w*|routine\w*|repeat\w*|recurr\w*|whenever|twice|usual\w*|frequent\w*|continu\w*|mornings|evenings|nights|weekends|ongoing|sometimes|intermittent\w*|irregular\w*|habit\w*)\b|\b(?:an?|per|each) (?:time|hour|day|night|week|month|quarter|year|morning|evening)\b|\b(?:all|most of) the time\b|\bonce (?:an?|every|per)\b|\bkeeps?(?: on)? (?:getting|having|losing|running|going|asking|coming|crashing|forgetting|happening)\b/iu
const seeks =
  /\b(?:tr(?:y|ied|ies|ying)|search\w*|look\w*|googl\w*|find\w*|found|test(?:ed|ing)|luck|nothing|none|avail|looked|hunt\w*|explor\w*|evaluat\w*|checked|went through|experiment\w*|ask(?:ed|ing)|research\w*|restart\w*|reinstall\w*|reboot\w*|unsuccessful\w*|contact(?:ed|ing)|deleted|updated|cleared|without success)\b/iu

const namesWork = containsWord(
  'we our firm firms office offices workplace boss manager managers management director directors customer customers team teams department departments shop shops store stores agency agencies startup startups start-up vendor vendors supplier suppliers job jobs production warehouse warehouses factory restaurant restaurants salon salons school schools nonprofit nonprofits non-profit organization organizations organisation organisations sales payroll accounting property properties rental rentals tenant tenants landlord landlords patient patients clinic clinics law lawyer lawyers attorney attorneys broker brokers realtor realtors revenue leads campaign campaigns developer developers engineer engineers designer designers owner owners career committee meeting meetings hr crm erp b2b saas sysadmin seo traffic ads interns internship',
  'business compan corporat enterprise cowork co-work colleague employ staff freelanc contract consult professional teach church sell market invoic bookkeep industr photograph competitor advert',
)
const atWork =
  /\b(?:at|my|for|from|day) work\b|\bwork(?:ing)? (?:at|for|in|as)\b|\breal estate\b|\bmy (?:students|class)\b|\b(?:my|your) (?:site|server|domain|product|app)s?\b|\bactive directory\b|(?<!(?:mail|ftp|irc|torrent|chat|vpn) )\bclients?\b/iu
/** "IT" in capitals, because "it" is the pronoun. */
const informationTechnology = /\bIT\b/u

const tells = /\b(?:i|i['’]?(?:m|ve|d|ll)|we|we['’]?(?:re|ve|d|ll)|my|our|me|us)\b/iu
const doesSomething = containsWord(
  'use uses used using excel sheet sheets script scripts copy copies copied copying paste pasted pasting currently instead tried trying write writes writing wrote type types typed typing kept notebook notebooks paper tool tools app apps software setup put putting formula formulas method methods rely relying built made save saved saving closing close do doing',
  'manual spreadsheet workaround work-around hack process track keep resort build creat link export import download upload mail email sort merg combin check enter print search open restart rejoin re-join call send move switch',
)
const makesDo =
  /\bby hand\b|\b(?:right|for) now\b|\bat the moment\b|\bso far\b|\b(?:have|had|having) to\b|\bend(?:ed)? up\b|\bthe only way\b|\bset up\b|\bgo(?:ing)? through\b/iu
/** Words of a wish. A thing that the author only wishes for is not a workaround yet. */
const wantsOnly =
  /\b(?:trying to|(?:need|want|like|love|hope|hoping|plan|planning) to|looking for|problem:)\b/iu
const makesDoNow =
  /\b(?:currently|right now|at the moment|so far|for now|by hand|manual\w*|spreadsheets?|excel|end(?:ed)? up|ha(?:ve|d|ving) to|instead|i use|we use|i['’]?(?:m|ve been) using|we['’]?re using|each time|every time|tried)\b/iu
const namesHandwork = containsWord('spreadsheet spreadsheets retype retyping', 'manual')
const byHand = (quote: string) => namesHandwork(quote) || quote.includes('by hand')
const makesDoItself = (quote: string) =>
  (tells.test(quote) || byHand(quote)) &&
  (makesDo.test(quote) || doesSomething(quote)) &&
  (!wantsOnly.test(quote) || makesDoNow.test(quote))
const wishesMore =
  /\b(?:wish\w*|would be|i['’]?d|would (?:really |also )?(?:love|like|appreciate|help)|it['’]?d be|should\w*|could (?:we|you|i|it|there|they|be)|can['’]?t|cannot|can (?:we|you|i|it|there)|please|add|adding|added|features?|requests?|requested|suggest\w*|idea:|support\w*|allow\w*|let (?:us|me|users|people|you)|wants?|wanted|needs?|needed|make it (?:possible|easier|so)|missing|lack\w*|miss|if only|able to|no (?:way|option)|option to|ideal\w*|prefer\w*|instead|better if|enable|disable|improve\w*|implement\w*|integrat\w*|give us|bring back|fix|why (?:is|isn|can|do|doesn|not)\w*|why no|please|change)\b/iu
const namesChange = containsWord(
  'let extend ability option options change changed increase increased reduce reduced raise raised lower lowered show stop replace unify simplify offer provide remove rename',
  'propos',
)
const demandsOf = containsWord(
  "must should will need needs needed can could would i'd i’d we'd we’d want wants wanted without let lets hope hoping nice bonus important simple simply easy easily free feature features similar",
  'prefer ideal support allow requir wish compatib integrat cheap',
)
const demands =
  /\b(?:has|have|had|able) to\b|\bso (?:that|i)\b|\bat least\b|\blooking for\b|\bunder \$|\bworks? (?:with|on|in|for|across)\b|\bthat (?:has|have|had|does|is|are|shows?)\b/iu
/** The start of a question for a fact, unless the question asks for something that a maker could offer. */
const asksHow =
  /^(?:(?:so|and|but|also|ok|hi|hey|hello|basically|now)[, ]+)*how (?:do|can|would|could|should|to)\b/iu
const offered =
  /\b(?:tools?|software|apps?|applications?|programs?|services?|sites?|websites?|plug-?ins?|add-?ons?|extensions?|templates?|scripts?|systems?|packages?|librar(?:y|ies)|automat\w*|platforms?|solutions?|ways?|track\w*|manag\w*|handl\w*|organi[sz]\w*|you)\b/iu
const asksForThing = (quote: string) => requests.test(quote) && (!asksHow.test(quote) || offered.test(quote))

const isQuestion = (quote: string) => quote.endsWith('?')

/** For signals with misleading cues: what else a sentence must contain to represent the signal. */
const checks: Partial<Record<Signal, (quote: string) => boolean>> = {
  competitor: namesSomething,
  pain: (quote) => complains.test(quote) || !(praises.test(quote) || asksNeutrally.test(quote)),
  many_affected: (quote) => counted.test(quote),
  solution_request: asksForThing,
  workaround: makesDoItself,
  feature_request: (quote) => wishesMore.test(quote) || namesChange(quote),
  requirement: (quote) => demands.test(quote) || demandsOf(quote),
  business: (quote) => namesWork(quote) || atWork.test(quote) || informationTechnology.test(quote),
  frequency: (quote) => recurs.test(quote),
  tried: (quote) => seeks.test(quote),
  joke: (quote) => !isQuestion(quote),
}

/** Whether a sentence shows what the label of a signal promises. True for signals without a check. */
export function fitsSignal(signal: Signal, quote: string): boolean {
  return checks[signal]?.(quote) ?? true
}
