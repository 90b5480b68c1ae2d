import { saysOffer, saysPrice } from '../claim-words.ts'
import { makeWordFinder, textsOf } from '../find-words.ts'
import type { PostScore, ScorablePost } from '../post-score.ts'
import { namesProduct } from '../rules/competitor.ts'
import type { Signal } from '../signal.ts'
import { personaNotStated } from './persona.ts'

/** Words that are typical of one industry. */
const industryLexicon: Readonly<Record<string, string>> = {
  'Information technology':
    'sysadmin|server|servers|network|switches|firewall|helpdesk|vpn|domain|backup|backups|msp|vlan|router|cisco|sso|devops|uptime',
  'Software development':
    'app|api|github|deploy|deployment|codebase|developer|developers|sdk|repo|repository|bug|ci|saas|frontend|backend|plugin',
  Marketing:
    'marketing|seo|adwords|campaign|campaigns|newsletter|leads|backlinks|keywords|ads|brand|analytics|conversion|ppc|influencer|influencers',
  'Retail and e-commerce':
    'shopify|etsy|ebay|ecommerce|retail|store|sku|skus|inventory|orders|pos|checkout|merchandise|shipping|wholesale|woocommerce|products',
  'Real estate':
    'tenant|tenants|landlord|rent|rental|rentals|lease|mls|realtor|property|properties|zillow|apartment|apartments',
  'Finance and accounting':
    'accounting|bookkeeping|invoice|invoices|quickbooks|xero|payroll|receipts|ledger|audit|reconcile|budget|bank|tax|taxes',
  Education:
    'teacher|teachers|students|classroom|school|grading|lesson|lessons|curriculum|quiz|quizzes|homework|course|university',
  'Food and hospitality':
    'restaurant|cafe|bakery|kitchen|menu|hotel|food|bar|chef|catering|reservations|booking|bookings',
  'Construction and trades':
    'construction|contractor|contractors|crew|crews|jobsite|foreman|foremen|hvac|plumbing|electrician|roofing|estimate|estimates',
  'Creative and media':
    'design|designer|illustrator|photoshop|photographer|photography|video|videos|footage|editing|podcast|music|logo|portfolio',
  Nonprofit:
    'nonprofit|donor|donors|donation|donations|volunteer|volunteers|grant|grants|fundraising|charity, non profit',
  Agriculture: 'farm|farmer|farming|crop|crops|irrigation|livestock|harvest|cattle|soil',
  'Logistics and manufacturing':
    'warehouse|barcode|shipping|freight|manufacturing|supplier|suppliers|fleet|delivery|routes|pallet|factory',
  Legal: 'attorney|attorneys|clio|paralegal|litigation|intake|counsel|contracts, law firm',
}

/** Words for the size of an organisation, the most specific first. */
const companySizeLexicon: Readonly<Record<string, readonly string[]>> = {
  'Enterprise (1,000+)': [
    'enterprise company|environment|organization',
    'fortune #',
    'large corporation|company|organization',
    'global company',
  ],
  'Solo (1)': [
    'solo|freelancer|freelance|solopreneur',
    'one man|person|woman shop|operation|team|show|business|band',
    'sole proprietor',
    'work|working|run|running|business|everything|alone by myself',
    'self employed',
    'its just me',
    'just me and my',
  ],
  'Small (2-49)': [
    'small business|company|team|shop|office|firm|nonprofit|agency|store|business|startup|studio|clinic|practice|church|school',
    'startup',
    'my business|shop|store|restaurant|bakery|agency',
    'two|three|four|five|six person|people|man',
    'a few employees',
    'mom and pop',
  ],
  'Mid-size (50-999)': ['mid|medium sized|size', 'midsize|midsized'],
}

/** Numbers that show the size of an organisation: a number of employees, or a number of other things. */
const headCount =
  /\b(\d[\d,]{0,6})\+?[ -](?:(?:full|part)[ -]time )?(?:employees|staff|staffers|coworkers|technicians|mechanics|stylists|drivers|person (?:team|company|shop|office|firm|agency|business|startup))\b|\b(?:team|company|staff|crew|firm|agency) of (?:about |around |roughly |some )?(\d[\d,]{0,6})\b/iu
const thingCount =
  /\b(?:(?:about|around|approximately|roughly|over|nearly|almost|some) )?\d[\d,]{0,6}\+? (?:[a-z]{1,15} )?(?:properties|units|doors|rentals|apartments|buildings|locations|stores|sites|offices|branches|trucks|vehicles|vans|clients|customers|tenants|members|patients|students|listings|rooms|beds)\b|\bmultiple (?:locations|offices|sites|branches|stores)\b/iu
/** The company size if the text counts other things than employees. */
const inOtherNumbers = 'Stated in other numbers'

/** Named tools, languages and systems. */
const techStackLexicon: readonly string[] = [
  'excel|sheets|airtable|notion|zapier|n8n|quickbooks|xero|freshbooks|salesforce|hubspot|pipedrive|zoho|mailchimp|klaviyo|shopify|woocommerce|wordpress|squarespace|wix|stripe|paypal|square|slack|teams|outlook|gmail|trello|asana|jira|confluence|basecamp|clickup|zendesk|intercom|freshdesk|github|gitlab|docker|kubernetes|aws|azure|postgres|mysql|sql|oracle|python|javascript|typescript|react|rails|django|php|java|rust|golang|powershell|bash|vba|matlab|spss|stata|sas|tableau|powerbi|figma|photoshop|illustrator|canva|dropbox|evernote|obsidian|chatgpt|claude|cursor|copilot|openai|gemini|cisco|vmware|windows|linux|ubuntu|mac|android|iphone|ios|ipad',
  'google sheets|docs|drive|calendar|forms|analytics|classroom|voice|workspace',
  'ms|microsoft access|excel|word|project|teams|office|sharepoint|exchange',
  'power bi|automate|automation',
  'make|monday com',
]

const findIndustry = makeWordFinder(
  Object.fromEntries(Object.entries(industryLexicon).map(([name, words]) => [name, words.split(', ')])),
)
const findSize = makeWordFinder(companySizeLexicon)
const findTech = makeWordFinder({ tech: techStackLexicon })
const mostListed = 8
/** The fields of the pain analysis, each with a limited number of entries. */
const stakes = ['pain', 'urgency', 'frequency'] as const
const mostOfSignal = 3

/**
 * What the text says about the context of the problem, without a profile of the author. Confidence and
 * willingness to pay are percentages, or 0 if the text does not state them. Evidence is quoted.
 */
export function enhancedPersona(post: ScorablePost, score: PostScore) {
  const spansOf = (signal: Signal) => [...new Set(shownSentences(post, score, signal))]
  const level = (signal: Signal) => {
    if (!score.signals.includes(signal)) return personaNotStated
    return spansOf(signal).length > 1 ? 'High' : 'Medium'
  }
  const shown = [...new Set(shownSentences(post, score))]
  const offers = shown.filter(saysOffer)
  const prices = shown.filter((sentence) => saysPrice(sentence) && !offers.includes(sentence))
  const paying = offers.length > 0 ? 60 : 0
  const priced = prices.length > 0 || offers.some(saysPrice) ? 20 : 0
  const atWork = score.signals.includes('business') ? 10 : 0
  return {
    industryClassification: readIndustry(post),
    companySize: readSize(post),
    painPointAnalysis: {
      urgency: level('urgency'),
      frequency: level('frequency'),
      willingnessToPay: paying + priced === 0 ? 0 : paying + priced + atWork,
      evidence: [...stakes.flatMap((signal) => spansOf(signal).slice(0, mostOfSignal)), ...offers, ...prices],
    },
    techStackSignals: textsOf(findTech(post), 'tech').filter(namesProduct).slice(0, mostListed),
    budgetSignals: [...offers, ...prices].slice(0, mostListed),
  }
}

/** The sentences that show one of these signals. */
const shownSentences = (post: ScorablePost, { evidence }: PostScore, wanted?: Signal): string[] =>
  evidence
    .filter(({ signal, start, end }) => end > start && (wanted === undefined || signal === wanted))
    .map(({ field, start, end }) => post[field].slice(start, end))

function readIndustry(post: ScorablePost) {
  const found = findIndustry(post)
  const counts = Object.keys(industryLexicon).map((name) => ({ name, words: textsOf(found, name) }))
  const total = counts.reduce((sum, one) => sum + one.words.length, 0)
  const first = counts.reduce((best, one) => (one.words.length > best.words.length ? one : best), {
    name: personaNotStated,
    words: [] as string[],
  })
  if (first.words.length === 0)
    return { primaryIndustry: personaNotStated, confidence: 0, evidence: first.words }
  const share = first.words.length / total
  const confidence = Math.round(100 * share * Math.min(1, 0.4 + 0.2 * first.words.length))
  return { primaryIndustry: first.name, confidence, evidence: first.words.slice(0, mostListed) }
}

function readSize(post: ScorablePost) {
  const found = findSize(post)
  for (const category of Object.keys(companySizeLexicon)) {
    const words = textsOf(found, category)
    if (words.length > 0) return { category, evidence: words.slice(0, mostListed) }
  }
  const text = `${post.title}\n${post.selftext}`
  const heads = headCount.exec(text)
  if (heads !== null) {
    const count = Number((heads[1] ?? heads[2] ?? '').replaceAll(',', ''))
    return { category: sizeOf(count), evidence: [heads[0]] }
  }
  const things = thingCount.exec(text)
  if (things !== null) return { category: inOtherNumbers, evidence: [things[0]] }
  return { category: personaNotStated, evidence: [] as string[] }
}

function sizeOf(heads: number): string {
  if (heads < 2) return 'Solo (1)'
  if (heads < 50) return 'Small (2-49)'
  return heads < 1000 ? 'Mid-size (50-999)' : 'Enterprise (1,000+)'
}
