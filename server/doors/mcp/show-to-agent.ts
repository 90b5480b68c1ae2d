import type * as z from 'zod/mini'
import type { V1Quote } from '#contract/v1/v1-fields.ts'
import type { V1Post, V1Reason, V1WholePost } from '#contract/v1/v1-post.ts'
import type { shownPost, shownQuote, shownReason } from './agent-shapes.ts'
import { shorten } from './fit-answer.ts'

const tenths = (points: number) => Math.round(points * 10) / 10
export const dateOf = (instant: string | null) => instant?.slice(0, 10) ?? null

/** The authors' names, if the licence of the posts requires them. */
const attributionOf = ({ attribution }: Pick<V1Post, 'attribution'>) =>
  attribution === null ? null : `${attribution.author}, ${attribution.license}`

/** The fields that a post has both in a list and on its own. */
export const factsOf = (post: V1Post | V1WholePost) => ({
  score: post.score,
  source: post.source,
  id: post.id,
  community: post.community,
  url: post.url,
  date: dateOf(post.createdAt),
  persona: post.persona,
  sample: post.sample,
  attribution: attributionOf(post),
})

export const reasonFor = ({ label, points, words }: V1Reason, most: number): z.infer<typeof shownReason> => ({
  label,
  points: tenths(points),
  theirWords: words === null ? null : shorten(words, most),
})

/** A post in a list: its score, two of its sentences and its link. */
export function postFor(post: V1Post, characters: number): z.infer<typeof shownPost> {
  const { reason, offTopic } = post
  const words = reason?.words ?? null
  return {
    ...factsOf(post),
    offTopic,
    bestReason: reason === null ? null : { label: reason.label, points: tenths(reason.points) },
    theirWords: {
      title: shorten(post.title, Math.min(160, characters)),
      excerpt: shorten(post.excerpt, characters),
      reason: words === null ? null : shorten(words, Math.min(120, characters)),
    },
  }
}

export const quoteFor = (quote: V1Quote, characters: number): z.infer<typeof shownQuote> => ({
  source: quote.source,
  id: quote.id,
  community: quote.community,
  url: quote.url,
  date: dateOf(quote.createdAt),
  theirWords: shorten(quote.words, characters),
})
