/** Words that negate. "Cannot" is not one of them, because "cannot find a tool" does not negate a need. */
const denials =
  'not dont doesnt didnt isnt arent wasnt werent wont wouldnt aint havent hasnt hadnt no never without neither nor'

/**
 * Sets of words that patterns name in braces. There are at most 31, because the classes of a word are stored
 * in one integer.
 */
export const wordClasses = {
  software:
    'tool tools app apps application applications software softwares program programs programme programm plugin plugins extension extensions addon addons widget widgets crm erp saas platform platforms utility utilities api apis bot bots chatbot dashboard tracker generator converter scheduler webapp database calculator editor automation automations integration integrations script scripts macro macros template templates spreadsheet spreadsheets planner organizer workflow freeware shareware opensource toolkit suite cms pos lms client ide scanner parser scraper assistant agent agents copilot mcp notetaker',
  offering:
    'service services solution solutions product products system systems website websites site sites provider providers vendor vendors alternative alternatives replacement package packages host hosting tech technology option options setup method process way ways subscription device hardware',
  learning:
    'book books tutorial tutorials course courses resource resources guide guides blog blogs article articles podcast podcasts video videos documentation class classes certification degree bootcamp training tips advice reading newsletter forum subreddit lesson lessons',
  expert:
    'attorney lawyer accountant cpa developer developers designer designers writer writers programmer programmers photographer contractor doctor freelancer freelancers artist artists coder coders cofounder partner mentor intern interns employee assistant va engineer engineers realtor agency consultant',
  work: 'business businesses company clients client customers customer boss office team employees employee staff startup firm agency store shop practice restaurant department workplace coworkers colleagues invoices invoice tenants patients vendors suppliers warehouse organization nonprofit enterprise ecommerce helpdesk users coworker colleague manager project projects leads',
  record:
    'spreadsheet spreadsheets excel sheet sheets csv workbook notebook paper pen whiteboard sticky notes notepad email emails pdf pdfs folder folders binder clipboard postits word docs doc document documents forms form notion airtable zapier script macro macros',
  chore:
    'tracking track manage managing organize organizing organise organising schedule scheduling invoice invoicing billing bill monitor monitoring backup sync syncing import importing export exporting convert converting automate automating entering entry data reporting reports report bookkeeping payroll inventory updating copying transcribing formatting reconcile reconciling follow filing onboarding categorize deduplicate merge merging extract extracting scrape scraping migrate migrating deploy deploying testing grading proofread collaborate sharing share',
  self: 'i im ive id ill we weve my our me us myself ourselves mine ours',
  other:
    'she he they their his her people someone customers users boss friend friends wife husband dad mom father mother brother sister',
  not: `${denials} cant cannot nothing none nobody couldnt shouldnt hardly`,
  notAuthor: 'you youre your youve youd him them somebody',
  denies: denials,
  // Words that may stand between a negation and what is negated. "Just" and "only" are missing, because they
  // would reverse the negation.
  denialAdverb:
    'really currently actually actively even necessarily exactly particularly specifically yet longer presently be here',
  // "If not, help me", "why not try it" and "free or not" are not negations.
  undoesDenial: 'if why or whether',
  good: 'good great best better decent reliable simple easy easier cheap cheaper free affordable solid nice proper efficient recommended favorite favourite preferred popular lightweight effective quick fast modern',
  people: 'anyone anybody someone somebody you yall guys everyone folks others people redditors everybody',
  be: 'is are was were be been being am',
  a: 'a an any some the another',
  period:
    'day week month year morning night quarter hour days weeks months years evening weekend semester time client order project invoice shift',
  often:
    'always constantly daily weekly monthly quarterly repeatedly regularly frequently everyday nightly continually yearly annually',
  bad: 'terrible awful horrible clunky slow buggy unreliable painful tedious cumbersome frustrating annoying confusing complicated expensive overpriced bloated outdated messy unusable inaccurate inconsistent limited lacking ugly broken crappy shitty inefficient impractical overkill overwhelming cluttered janky flaky laggy fiddly unintuitive convoluted',
  money:
    'money cost costs price prices pricing budget fee fees dollars bucks usd subscription expensive cheap pay paying paid afford quote',
  make: 'built build made make created create wrote developed launched released published designed coded started founded shipped made launching releasing building making developing finished completed',
  mine: 'my our',
  wish: 'wish wished want wanted need needed needs wants needing wanting',
  extend:
    'add allow enable support include provide implement introduce integrate improve fix make let give bring expose extend offer increase remove restore show display consider reconsider separate combine reduce change update upgrade replace create simplify lower raise open publish permit unlock lift drop keep stop automate remind warn notify send merge sort group hide disable skip detect handle accept return get put use release return port expand rename move',
  nice: 'nice great good useful helpful handy cool awesome lovely amazing ideal wonderful better perfect fantastic beneficial appreciated appreciate excellent sweet best brilliant easier neat superb welcome benefit worthwhile convenient',
  change:
    'add allow enable support include provide implement introduce integrate improve fix make give bring expose extend offer increase reconsider consider separate reduce unify unlock lift automate restore simplify change rename permit let',
  changing:
    'adding allowing enabling supporting including providing implementing introducing integrating improving fixing making giving bringing exposing extending offering increasing reconsidering considering separating reducing unifying moving changing letting having showing removing renaming',
  part: 'option options button buttons feature features support setting settings mode toggle ability api filter filters view version plugin integration integrations shortcut shortcuts checkbox widget widgets field fields menu tab theme themes template templates import export notification notifications permission permissions column columns bar icon icons control controls tooltip tooltips prompt role picker functionality sandbox webhooks',
  seen: 'found find seen see tried try used use using heard know knows knew recommend suggest had',
} as const

type WordClass = keyof typeof wordClasses

export function wordClassBit(name: WordClass): number {
  return 1 << Object.keys(wordClasses).indexOf(name)
}
