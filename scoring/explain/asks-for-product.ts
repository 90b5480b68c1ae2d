import { containsWord } from './contains-word.ts'

const requests =
  /\b(?:look\w*|search\w*|need\w*|want\w*|wish\w*|recommend\w*|recs?|suggest\w*|i['’]?d (?:really )?(?:like|love|prefer)|would (?:really |also )?(?:like|love|prefer|be nice)|anyone|anybody|help|request\w*|knows?|wonder\w*|seek\w*|hop(?:e|ing)|ideal\w*|prefera\w*|alternatives?|curious|find\w*|whats?|please|appreciate\w*|in the market|advice|(?:is|are) there|any (?:good|other|ideas?|tips|way|tools?|apps?|software|programs?|free|decent)|ways? to|how (?:do|can|to|would|could|should|are))\b|^(?:the )?best\b|^(?:which|where|who|can|could|do|does|has|have)\b/iu
/** The start of a question for a fact, unless the question asks for something that a maker could offer. */
const asksHow =
  /^(?:(?:so|and|but|also|ok|hi|hey|hello|basically|now)[, ]+)*how (?:do|can|would|could|should|to)\b/iu
const offered =
  /\b(?:tools?|software|apps?|applications?|programs?|services?|sites?|websites?|plug-?ins?|add-?ons?|extensions?|templates?|scripts?|systems?|packages?|librar(?:y|ies)|automat\w*|platforms?|solutions?|ways?|track\w*|manag\w*|handl\w*|organi[sz]\w*|you)\b/iu

/** Things to read, watch or hear, places and people: asking for them asks for no product. */
const namesOther = containsWord(
  'book books ebook ebooks e-book e-books textbook textbooks novel novels podcast podcasts song songs music tracks band bands artist artists album albums movie movies film films anime subreddit subreddits article articles essay essays tutorial tutorials guide guides course courses classes lecture lectures recipe recipes example examples documentation reading vocabulary college university place location reddit torrent torrents answer answers comments list shows tv-shows channels info proceed algorithm algorithms restaurant restaurants bar bars gift gifts places bouquets doctor doctors lawyer lawyers procedure advice tips story stories quote quotes poem poems names fix proper difference teach understand',
  '',
)
const wantsToLearn = containsWord(
  'learn learning degree masters workout workouts weight muscle diet diets',
  '',
)
const productNames =
  /\b(?:tools?|software|apps?|applications?|plug-?ins?|add-?ons?|extensions?|templates?|scripts?|platforms?|packages?|services?|systems?|websites?|(?<!camping |building |job )sites?|solutions?|crm|erp|cms|databases?|trackers?|editors?|generators?|converters?|managers?|bots?|calculators?|planners?|readers?|players?|clients?|viewers?|downloaders?|dashboards?|librar(?:y|ies)|programs? (?:that|which|for|out)|automat\w*|keep track|tracking|manag(?:e|ing)|organi[sz](?:e|ing)|(?:way|method)s? (?:to|of|for))\b/iu
/** Whether a sentence names a kind of thing that a maker could offer, such as "app". */
export const namesOffering = (quote: string): boolean => productNames.test(quote)
/** A title such as "Best plugins for invoices" asks without a verb. */
const namesWanted =
  /^(?:the |any )?(?:best|good|quickest|easiest|fastest|cheapest|simplest|favou?rite\S*|useful|alternatives?|looking)\b/iu

/** Whether a sentence asks for something that a maker could offer, and not for a book, a place or a fact. */
export function asksForProduct(quote: string): boolean {
  if (wantsToLearn(quote)) return false
  const names = namesOffering(quote)
  if (!requests.test(quote) && !namesWanted.test(quote) && !(names && quote.endsWith('?'))) return false
  return names || (!namesOther(quote) && (!asksHow.test(quote) || offered.test(quote)))
}
