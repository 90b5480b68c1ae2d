import { limits } from '#contract/limits.ts'
import type { BriefNeed, BriefReply, Quote, SearchBriefReply } from '#contract/search-brief.ts'
import { countOf } from './to-v1-search.ts'
import type { V1BriefReply, V1NeedsReply } from './v1-brief.ts'
import type { V1Quote } from './v1-fields.ts'
import type { V1OwnBriefReply } from './v1-own.ts'

const toV1Quote = ({ subreddit, createdAt, ...quote }: Quote): V1Quote => ({
  ...quote,
  community: subreddit,
  createdAt: createdAt === '' ? null : createdAt,
})

const toldOf = ({ products, coping, prices }: Pick<SearchBriefReply, 'products' | 'coping' | 'prices'>) => ({
  products: products.map(({ against, ...product }) => ({ ...product, against: against.map(toV1Quote) })),
  workarounds: coping.map(toV1Quote),
  prices: prices.map(toV1Quote),
})

const needOf = (need: BriefNeed) => ({
  name: toV1Quote(need.name),
  posts: need.posts.length,
  communities: need.communities,
  communityCount: need.communityCount,
  maxScore: need.maxScore,
  oldestPostAt: need.oldestPostAt,
  newestPostAt: need.newestPostAt,
})

type OwnBriefReply = { brief: BriefReply; publicPosts: readonly number[] | null }

/** The search from which a brief is made. */
export type BriefedSearch = { searchId: string; keyword: string; costs: number }

const aroundOf = (brief: BriefReply) => ({
  promising: brief.promising,
  singlePosts: brief.toldOnce.map(({ quote, opportunityScore }) => ({
    quote: toV1Quote(quote),
    score: opportunityScore,
  })),
  singlePostsMore: brief.toldOnceMore,
  ...toldOf(brief),
  personas: brief.personas,
  communities: brief.communities,
  communityCount: brief.communityCount,
  years: brief.years,
})

export const toV1Brief = (brief: SearchBriefReply, search: BriefedSearch): V1BriefReply => ({
  ...search,
  posts: countOf(brief.posts, limits.briefPosts),
  needs: brief.needs.map(needOf),
  ...aroundOf(brief),
  related: brief.related,
})

/** The brief for rows that the user uploaded. A row without a date has no `createdAt`. */
export const toV1OwnBrief = ({ brief, publicPosts }: OwnBriefReply): V1OwnBriefReply => ({
  posts: countOf(brief.posts, limits.briefPosts),
  ...aroundOf(brief),
  needs: brief.needs.map((need, at) => ({
    ...needOf(need),
    oldestPostAt: need.oldestPostAt || null,
    newestPostAt: need.newestPostAt || null,
    rowIds: need.posts.map(({ id }) => id),
    publicPosts: publicPosts?.[at] ?? null,
  })),
})

export const toV1Needs = (brief: SearchBriefReply, search: BriefedSearch): V1NeedsReply => ({
  ...search,
  posts: countOf(brief.posts, limits.briefPosts),
  needs: brief.needs.map((need) => ({ ...needOf(need), examples: need.posts, ...toldOf(need) })),
})
