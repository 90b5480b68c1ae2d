import { saysOffer, saysPrice } from '../claim-words.ts'
import { type NeedPost, type PostSentence, placeOf, sentencesShowing, wordsOf } from './need-post.ts'

const firstPerson = /\b(?:i|i['’](?:m|ve|ll|d)|we|we['’](?:re|ve|ll|d)|my|our|me|us)\b/iu
/** The maximum length of a sentence that is examined, in UTF-16 units. */
const most = 1000

export const listComplaints = (posts: readonly NeedPost[], post: number): PostSentence[] =>
  sentencesShowing(posts, post, ['pain', 'loss', 'tried'])

/** Sentences about the author's current workarounds. Sentences about wishes are left out. */
export function listWaysOfCoping(posts: readonly NeedPost[], post: number): PostSentence[] {
  const wishes = new Set(sentencesShowing(posts, post, ['own_need']).map(placeOf))
  return sentencesShowing(posts, post, ['workaround'])
    .filter((sentence) => firstPerson.test(wordsOf(posts, sentence).slice(0, most)))
    .filter((sentence) => !wishes.has(placeOf(sentence)))
}

/** Sentences about what the author would pay for a product. */
export const listOffers = (posts: readonly NeedPost[], post: number): PostSentence[] =>
  sentencesShowing(posts, post, ['willing_to_pay', 'money', 'solution_request', 'requirement']).filter(
    (sentence) => saysOffer(wordsOf(posts, sentence)),
  )

/** Sentences with prices of products as numbers. */
export const listCosts = (posts: readonly NeedPost[], post: number): PostSentence[] =>
  sentencesShowing(posts, post, ['money', 'competitor', 'pain', 'loss', 'tried', 'workaround']).filter(
    (sentence) => saysPrice(wordsOf(posts, sentence)),
  )
