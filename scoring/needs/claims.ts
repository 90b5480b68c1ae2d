import { type NeedPost, type PostSentence, placeOf, sentencesShowing, wordsOf } from './need-post.ts'

const complaint =
  /n['’]t\b|\b(?:not|no|none|never|nothing|too|hate|hated|but|slow|slowly|expensive|difficult|hard|lacks?|lacking|problems?|issues?|trouble|only|without|bad|poor|poorly|clunky|annoying|annoyed|frustrat\w+|cannot|unfortunately|however|although|though|fails?|failed|broken|crash\w*|bugs?|buggy|limited|missing|sucks?|terrible|horrible|awful|confus\w+|useless|errors?|wrong|tired|sick|stuck|lost|waste\w*|pain|nightmare|ugly|overkill|complicated|tedious|cumbersome|unable|worse|worst|stopped|switch\w*|instead)\b/iu
const firstPerson = /\b(?:i|i['’](?:m|ve|ll|d)|we|we['’](?:re|ve|ll|d)|my|our|me|us)\b/iu
const paying =
  /\b(?:pay|paid|pays|paying|prices?|priced|pricing|costs?|budget|cheap\w*|afford\w*|expensive|buy|buying|bought|spend|spent|subscription|fees?|purchase\w*|worth|free)\b/iu
const amount =
  /[$€£¥]\s?\d|\d\s?[$€£¥]|\d\s?(?:dollars|bucks|usd|euros?|pounds|quid|cents)\b|\d[^\d]{0,40}\bper (?:month|year|user)\b/iu
/** How much of a sentence is looked at, in UTF-16 units. */
const most = 1000

/** Whether a sentence says it in words that readers take for it: signals alone tell too much of a sentence. */
const saying = (posts: readonly NeedPost[], cue: RegExp) => (sentence: PostSentence) =>
  cue.test(wordsOf(posts, sentence).slice(0, most))

/** What a post holds against something. */
export const listComplaints = (posts: readonly NeedPost[], post: number): PostSentence[] =>
  sentencesShowing(posts, post, ['pain', 'loss', 'tried']).filter(saying(posts, complaint))

/** How its author manages now, and not how they would like to. */
export function listWaysOfCoping(posts: readonly NeedPost[], post: number): PostSentence[] {
  const wishes = new Set(sentencesShowing(posts, post, ['own_need']).map(placeOf))
  return sentencesShowing(posts, post, ['workaround'])
    .filter(saying(posts, firstPerson))
    .filter((sentence) => !wishes.has(placeOf(sentence)))
}

/** What its author would pay. */
export const listOffers = (posts: readonly NeedPost[], post: number): PostSentence[] =>
  sentencesShowing(posts, post, ['willing_to_pay']).filter(
    (sentence) => saying(posts, paying)(sentence) || saying(posts, amount)(sentence),
  )

/** What things cost, in numbers. */
export const listCosts = (posts: readonly NeedPost[], post: number): PostSentence[] =>
  sentencesShowing(posts, post, ['money']).filter(saying(posts, paying)).filter(saying(posts, amount))
