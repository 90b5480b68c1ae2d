/**
 * A pattern and the limit of its input. The pattern's worst case is not linear, or recheck cannot judge the
 * pattern.
 */
export type BoundedPattern = { pattern: string; mostCharacters: number; because: string }

/** Patterns that only read a quote. A quote has at most 240 characters (place-sentence.ts). */
const ofQuotes = [
  String.raw`/n['’]?t\b|\b(?:cannot|cant|dont|doesnt|wont|isnt|not|no|never|nothing|none|without|but|too|hard|harder|difficult\w*|pain\w*|issues?|problems?|troubl\w*|hate\w*|annoy\w*|frustrat\w*|struggl\w*|tired|sick|slow\w*|los(?:e|es|t|ing)|wast\w*|tedious|manual\w*|by hand|errors?|fail\w*|crash\w*|broken?|break\w*|bugs?|buggy|stuck|confus\w*|mess\w*|impossible|expensive|forget\w*|forgot\w*|miss\w*|wrong|stop\w*|worse|worst|bad\w*|only|limit\w*|unable|avoid\w*|every time|each time|forever|having to|have to|need to|overwhelm\w*|suck\w*|nightmare|hell|rid of|one by one|despite|unfortunately|wish\w*)\b/iu`,
  String.raw`/\b(?:wish\w*|would be|i['’]?d|would (?:really |also )?(?:love|like|appreciate|help)|it['’]?d be|should\w*|could (?:we|you|i|it|there|they|be)|can['’]?t|cannot|can (?:we|you|i|it|there)|please|add|adding|added|features?|requests?|requested|suggest\w*|idea:|support\w*|allow\w*|let (?:us|me|users|people|you)|wants?|wanted|needs?|needed|make it (?:possible|easier|so)|missing|lack\w*|miss|if only|able to|no (?:way|option)|option to|ideal\w*|prefer\w*|instead|better if|enable|disable|improve\w*|implement\w*|integrat\w*|give us|bring back|fix|why (?:is|isn|can|do|doesn|not)\w*|why no|please|change)\b/iu`,
  String.raw`/\b(?:every(?:day|time)?|daily|weekly|monthly|yearly|annual\w*|nightly|hourly|always|often|constant\w*|again|times|any ?time|regular\w*|routine\w*|repeat\w*|recurr\w*|whenever|twice|usual\w*|frequent\w*|continu\w*|mornings|evenings|nights|weekends|ongoing|sometimes|intermittent\w*|irregular\w*|habit\w*)\b|\b(?:an?|per|each) (?:time|hour|day|night|week|month|quarter|year|morning|evening)\b|\b(?:all|most of) the time\b|\bonce (?:an?|every|per)\b|\bkeeps?(?: on)? (?:getting|having|losing|running|going|asking|coming|crashing|forgetting|happening)\b/iu`,
  String.raw`/\b(?:won['’]?t|cannot|can['’]t|doesn['’]t|isn['’]t|unable|impossible|annoy\w*|frustrat\w*|trouble (?!of)|struggl\w*|(?:having|have) (?:an? |some |the )?(?:issues?|problems?)|problem is|error|fail\w*|crash\w*|broken?|breaks|bugs?|buggy|stuck|tedious|painful\w*|difficult|difficulty|confus\w*|wast(?:e|es|ed|ing)|losing|nightmare|tired of|sick of|hate|slow|lags?|a mess|keeps)\b/iu`,
  String.raw`/\]\(\S+|\bhttps?:\/\/\S+/giu`,
  String.raw`/\b(?:every (?:single |other |few )?(?:day|time|hour|night|week|month|quarter|year|morning|evening|weekend|mon|tues|wednes|thurs|fri|satur|sun)\w*|every \d+ \w+|each (?:time|day|week|month|quarter|year|morning|night)|everyday|daily|weekly|monthly|yearly|annual\w*|nightly|hourly|always|often|constant\w*|any ?time|all the time|most of the time|regular\w*|repeat\w*|recurr\w*|whenever|twice|usual\w*|frequent\w*|continu\w*|(?:once|times) (?:an?|every|per) \w+|over and over|again and again|keeps? (?:on )?\w+ing|(?:per|an?) (?:day|week|month|hour)|sometimes|intermittent\w*)\b/giu`,
  String.raw`/\b(?:(?:can|won|doesn|isn|don|didn|aren|wasn|couldn|wouldn)['’]?t(?: \w+)?|cannot(?: \w+)?|unable to(?: \w+)?|no way|nothing works|hard(?:er)? to|too \w+|difficult\w*|a pain|pain in|painful\w*|issues?|problems?|troubl\w*|hate|annoy\w*|frustrat\w*|struggl\w*|tired of|sick of|slow\w*|los(?:e|es|t|ing)|wast(?:e|es|ed|ing)|tedious|manually|by hand|errors?|fail\w*|crash\w*|freez\w*|broken?|breaks|bugs?|buggy|stuck|confus\w*|mess\w*|impossible|expensive|forget\w*|missing|wrong|worse|worst|unbearable|limited|downsides?|overwhelm\w*|sucks?|nightmare|rid of|disconnect\w*|lags?|clogged|having to)\b/giu`,
  String.raw`/[$€£]\s?\d[\d.,]*k?|\b\d[\d.,]*\s?(?:dollars|bucks|usd|eur|euros?|pounds|cents)\b|\b(?:costs?|prices?|priced|pricing|budget|fees?|subscription|cheap\w*|expensive|pay(?:ing)?|paid|afford|free)\b/giu`,
  String.raw`/\b(?:\d[\d,.]*k?\+?|hundreds?|thousands?|dozens?|millions?|many|several|multiple|all|everyone|everybody)(?: of)?(?: \w+)? (?:users?|customers?|clients?|people|persons?|employees?|staff|students?|members?|tenants?|teams?|offices?|companies|businesses|sites?|stores?|shops?|locations?|properties|units|computers?|laptops?|machines?|devices|servers|phones|orders?|tickets?|patients?|teachers?|schools?|volunteers?|players|developers?)\b/giu`,
  String.raw`/\b(?:tried|trying|search(?:ed|ing)|looked|looking|googl\w+|(?:can|could)(?:['’]?t|not)(?: \w+)? find|no luck|nothing|none|to no avail|tested|hunt\w*|asked|research\w*|reinstall\w*|restart\w*|contacted)\b/giu`,
  String.raw`/\b(?:by hand|manual(?:ly)?|spreadsheets?|workaround|work around|copy(?:ing)? and past(?:e|ing)|currently|right now|at the moment|so far|for now|end(?:ed)? up|instead|(?:have|having|had) to \w+|in excel|excel|google (?:sheets?|docs?)|scripts?|(?:i|we) use|using)\b/giu`,
]

/**
 * recheck 4.5.0 misjudges patterns with back references in both directions, so all patterns with them are
 * listed. The check measures the worst case of each pattern at its limit.
 */
export const boundedPatterns: readonly BoundedPattern[] = [
  {
    pattern: String.raw`/\s+\S*$/u`,
    mostCharacters: 100,
    because: 'firstWords of feed-posts.ts truncates its input first',
  },
  {
    pattern: String.raw`/\B(?=(?:\d{3})+$)/gu`,
    mostCharacters: 30,
    because: 'formatCount only gets numbers',
  },
  {
    pattern: String.raw`/\bVersion\/(\d+)\S* (?:Mobile\/\S+ )?Safari\//u`,
    mostCharacters: 500,
    because: 'deviceName truncates its input first; recheck cannot judge it',
  },
  {
    pattern: String.raw`/(?<![\d!@#$%^&*._-])[\d!@#$%^&*._-]+$/u`,
    mostCharacters: 256,
    because:
      'a password has at most limits.passwordCharactersMost characters; recheck misjudges the lookbehind',
  },
  {
    pattern: String.raw`/^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/dgmu`,
    mostCharacters: 1000,
    because: 'linear, with a back reference; an excerpt is shorter',
  },
  {
    pattern: String.raw`/(?<![\w_])(__?)(?=\S)(?<read>[^_\n]+?)(?<=\S)\1(?![\w_])/dgu`,
    mostCharacters: 1000,
    because: 'linear, with a back reference; an excerpt has fewer',
  },
  {
    pattern: String.raw`/^(.*?)\/c\/((?:[^/]+\/){1,3}?\d{1,9})(?:\/|$)/u`,
    mostCharacters: 2000,
    because: 'listForums truncates its input first; recheck cannot judge it',
  },
  {
    pattern: String.raw`/&(?:#?\w{2,31});|<\/?(?:a|abbr|b|br|code|del|em|i|mark|s|small|span|strong|sub|sup|u)\b[^<>]*>/iu`,
    mostCharacters: 2000,
    because: 'linear; recheck proves it in some runs only',
  },
  {
    pattern: String.raw`/<(?:p|br|div|span|li|ul|ol|a|b|i|strong|em|table|blockquote)\b[^<>]*>/iu`,
    mostCharacters: 2000,
    because: 'linear; recheck cannot judge it',
  },
  {
    pattern: String.raw`/^(checkout\.session\.(completed|async_payment_(succeeded|failed)|expired)|customer\.(deleted|subscription\.\w+)|invoice\.(paid|payment_failed)|charge\.(refunded|dispute\.created))$/u`,
    mostCharacters: 2000,
    because: 'linear; recheck does not decide it',
  },
  {
    pattern: String.raw`/\bfor\s+(?:no\s+key\s+)?(?:update|share|key\s+share)\b|\bpg_(?:try_)?advisory|\bpg_terminate/iu`,
    mostCharacters: 2000,
    because: 'linear, only reads our own SQL; recheck cannot judge it',
  },
  {
    pattern: String.raw`/(\s*)(?:(\d+)|(\p{L}+)|(\S))/gu`,
    mostCharacters: 120,
    because: 'readWrittenDate refuses longer texts',
  },
  {
    pattern: String.raw`/^(?:subreddit:|site:(?=\S*reddit\.com\/r\/)|in:)(\S+)/iu`,
    mostCharacters: 2000,
    because: 'linear, because a match can begin at one position only',
  },
  {
    pattern: '/(<script id="site-facts"[^<>]*>)[^<]*(</script>)/u',
    mostCharacters: 2000,
    because: 'linear, only reads our own page; recheck cannot judge it',
  },
  {
    pattern: String.raw`/^[a-z][\w:.-]{0,100}[^<>]{0,1000}>\s{0,200}</iu`,
    mostCharacters: 2000,
    because: 'findForeignFile cuts before',
  },
  {
    pattern: String.raw`/\d(?=(?:\d{3})+(?!\d))/gu`,
    mostCharacters: 100,
    because: 'only reads amounts, whose digits sign-words.ts limits',
  },
  {
    pattern: String.raw`/<meta\s[^>]{0,200}?\bcharset\s*=\s*["']?([\w.:-]{1,40})/iu`,
    mostCharacters: 2048,
    because: 'looks 200 characters ahead; decodeBytes passes headBytes characters',
  },
  {
    pattern: String.raw`/^From \S{1,200} {1,4}(?:mon|tue|wed|thu|fri|sat|sun)\b/iu`,
    mostCharacters: 2000,
    because: 'linear, because a match can begin at one position only; recheck cannot judge it',
  },
  {
    pattern: String.raw`/\b(?:would|will|happy|willing|glad|ready|prepared|love|like|want|able)\b(?: \w{1,15}){0,3} (?:pay|spend|buy|subscribe|purchase|paying|spending)\b|['’](?:d|ll)(?: \w{1,15}){0,2} (?:pay|spend|buy|subscribe|purchase)\b|\b(?:mind|open to|fine with|ok(?:ay)? with|worth) (?:paying|spending|the money)\b|\b(?:pay|paying) (?:good|real|decent) money\b|\bwould(?: \w{1,15}){0,2} be worth\b/iu`,
    mostCharacters: 1000,
    because: 'claim-words.ts passes at most this much of a sentence; recheck misjudges so many words',
  },
  {
    pattern: String.raw`/\b(?:hate|hated|tired of|sick of|frustrated (?:with|by)|annoyed (?:with|by|at)|problems? (?:with|in)|issues? (?:with|in)|trouble with|bugs? in|unhappy with|disappointed (?:with|by|in)|fed up with|struggl\w{1,4} with|leaving|outgrew|outgrown|(?:do|does)(?:n['’]?t| not) (?:like|want|trust)|cancel\w{0,7}|overpriced|clunky|bloated|buggy|the worst)\b[^.;:]{0,40}$/iu`,
    mostCharacters: 80,
    because: 'holdsAgainst of claim-words.ts passes at most this much of the text before a name',
  },
  {
    pattern: String.raw`/(?<![\p{L}\p{N}])[a-z]{4,}(?![\p{L}\p{N}])/gu`,
    mostCharacters: 2000,
    because: 'a title has at most 300 characters; recheck misjudges the lookbehind',
  },
  {
    pattern: String.raw`/\*\*(?<strong>[^*]+)\*\*|${'`'}(?<code>[^${'`'}]+)${'`'}|\[(?<words>[^[\]]+)\]\((?<to>[^()]+)\)|\{operator\}/gu`,
    mostCharacters: 1000,
    because: 'only reads our own legal pages',
  },
  {
    pattern: String.raw`/!?\[(?<read>[^[\]\n]{0,400})\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"\n]*")?(?:\)|$)/dgu`,
    mostCharacters: 1000,
    because: 'an excerpt is shorter; recheck misjudges it',
  },
  {
    pattern: String.raw`/\](?<=^[^[\]\n]*\])\((?:https?:|\/|www\.)[^\s)]*\)?/dgu`,
    mostCharacters: 1000,
    because: 'an excerpt is shorter; recheck misjudges the lookbehind',
  },
  {
    pattern: String.raw`/\[(?=[^[\]\n]*$)/dgu`,
    mostCharacters: 1000,
    because: 'an excerpt is shorter; recheck misjudges the lookahead',
  },
  {
    pattern:
      '/https?:\\/\\/\\S+|\\bwww\\.\\S+|(?<=^|[\\s`])@?[^\\s@`]+@\\S+|(?<![\\p{L}\\d-])[\\p{L}\\d-]+(?:\\.[\\p{L}\\d-]{2,})+\\S*|(?<!\\p{L})\\/?[ru]\\/\\S+|`[^`]*`/gu',
    mostCharacters: 1000,
    because: 'findLanguage reads at most this much; recheck misjudges the lookbehinds',
  },
  ...ofQuotes.map((pattern) => ({
    pattern,
    mostCharacters: 240,
    because: 'quoteOf passes at most this much of a sentence; recheck misjudges so many words',
  })),
]
