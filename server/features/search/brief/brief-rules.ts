import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import type { BriefNeed, BriefReply, Quote } from '#contract/search-brief.ts'
import {
  findNeeds,
  findProducts,
  listCosts,
  listOffers,
  listWaysOfCoping,
  type NamedProduct,
  type Need,
  type NeedPost,
  type PostSentence,
  placeOf,
  wordsOf,
} from '#scoring/needs.ts'
import type { ArchivedPost } from '#server/source-ports.ts'

/** A post of a brief, with its text. */
export type BriefPost = NeedPost & { post: Pick<ArchivedPost, 'source' | 'sourceId' | 'url' | 'createdAt'> }

const most = {
  toldOnce: 40,
  communities: 8,
  personas: 6,
  years: 30,
  /** Complaints about one product. */
  against: 1,
  ofAll: { products: 8, quotes: 6 },
  ofNeed: { products: 4, quotes: 2 },
}
type Most = (typeof most)['ofAll']

/** The brief of some posts: their authors' needs, in their own words. */
export function composeBrief(posts: readonly BriefPost[]): BriefReply {
  const { needs, alone } = findNeeds(posts)
  const everything = [...posts.keys()]
  const products = findProducts(posts, everything)
  const isPromising = ({ opportunityScore }: NeedPost) => opportunityScore >= limits.promisingScore
  const once = alone.filter(({ posts: [at = 0] }) => posts[at] !== undefined && isPromising(posts[at]))
  const communities = countNames(posts.map(({ community }) => community))
  return {
    posts: posts.length,
    promising: posts.filter(isPromising).length,
    needs: needs.map((need) => describeNeed(posts, need, products)),
    toldOnce: once.slice(0, most.toldOnce).map(({ name }) => ({
      quote: quoteOf(posts, name),
      opportunityScore: posts[name.post]?.opportunityScore ?? 0,
    })),
    toldOnceMore: Math.max(0, once.length - most.toldOnce),
    ...describeAround(posts, everything, { products, most: most.ofAll }),
    personas: countNames(posts.map(({ persona }) => persona))
      .slice(0, most.personas)
      .map(({ name, posts: count }) => ({ persona: name, posts: count })),
    communities: communities.slice(0, most.communities),
    communityCount: communities.length,
    years: countYears(posts.map(({ post }) => post.createdAt)),
  }
}

function describeNeed(
  posts: readonly BriefPost[],
  { posts: members, name }: Need,
  products: readonly NamedProduct[],
): BriefNeed {
  const needPosts = members.flatMap((at) => posts[at] ?? [])
  const instants = needPosts
    .map(({ post }) => writtenAt(post.createdAt))
    .filter((at) => at !== '')
    .sort()
  const communities = countNames(needPosts.map(({ community }) => community))
  return {
    name: quoteOf(posts, name),
    posts: needPosts.map(({ title, post }) => ({
      source: post.source,
      id: post.sourceId,
      title: title.toWellFormed(),
      url: post.url,
    })),
    communities: communities.slice(0, most.communities),
    communityCount: communities.length,
    maxScore: Math.max(...needPosts.map(({ opportunityScore }) => opportunityScore)),
    oldestPostAt: instants[0] ?? '',
    newestPostAt: instants.at(-1) ?? '',
    ...describeAround(posts, members, { products, most: most.ofNeed }),
  }
}

/** The quotes that are shown below a need. */
function describeAround(
  posts: readonly BriefPost[],
  members: readonly number[],
  { products, most: mostOf }: { products: readonly NamedProduct[]; most: Most },
) {
  const isMember = new Set(members)
  const named = products
    .map(({ name, posts: naming, against }) => ({
      name,
      posts: naming.filter((at) => isMember.has(at)).length,
      against: against.filter(({ post }) => isMember.has(post)),
    }))
    .filter((product) => product.posts > 0)
    .sort((a, b) => b.posts - a.posts || b.against.length - a.against.length)
  // A sentence with several claims is quoted only once.
  const quoted = new Set<string>()
  const isNew = (sentence: PostSentence) => !quoted.has(placeOf(sentence))
  const quotes = (sentences: readonly PostSentence[], count: number) =>
    sentences.slice(0, count).map((sentence) => {
      quoted.add(placeOf(sentence))
      return quoteOf(posts, sentence)
    })
  const coping = (at: number) => listWaysOfCoping(posts, at).filter(isNew).slice(0, 1)
  return {
    products: named.slice(0, mostOf.products).map(({ name, posts: count, against }) => ({
      name,
      posts: count,
      against: quotes(against.filter(isNew), most.against),
    })),
    coping: quotes(members.flatMap(coping), mostOf.quotes),
    prices: quotes(listPrices(posts, members, isNew), mostOf.quotes),
  }
}

/**
 * Sentences about what people would pay come first, then those with prices. Each post has at most one
 * sentence.
 */
function listPrices(
  posts: readonly BriefPost[],
  members: readonly number[],
  isNew: (sentence: PostSentence) => boolean,
): PostSentence[] {
  const offers = members.flatMap((at) => listOffers(posts, at).filter(isNew).slice(0, 1))
  const payers = new Set(offers.map(({ post }) => post))
  const costs = members.flatMap((at) =>
    payers.has(at) ? [] : listCosts(posts, at).filter(isNew).slice(0, 1),
  )
  return [...offers, ...costs]
}

/** '' for an own row without a date. */
const writtenAt = (date: Date) => (Number.isNaN(date.getTime()) ? '' : date.toISOString())

function quoteOf(posts: readonly BriefPost[], sentence: PostSentence): Quote {
  const quoted = posts[sentence.post]
  return {
    source: quoted?.post.source ?? '',
    id: quoted?.post.sourceId ?? '',
    subreddit: quoted?.community ?? '',
    url: quoted?.post.url ?? null,
    createdAt: quoted === undefined ? '' : writtenAt(quoted.post.createdAt),
    words: cutText(wordsOf(posts, sentence), limits.quoteCharacters),
  }
}

function countNames(names: readonly string[]): { name: string; posts: number }[] {
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, same]) => ({ name, posts: same.length }))
    .sort((a, b) => b.posts - a.posts || (a.name < b.name ? -1 : 1))
}

function countYears(instants: readonly Date[]): { year: number; posts: number }[] {
  const years = instants.map((instant) => instant.getUTCFullYear())
  if (years.length === 0) return []
  const last = Math.max(...years)
  const first = Math.max(Math.min(...years), last - most.years + 1)
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    year: first + at,
    posts: years.filter((year) => year === first + at).length,
  }))
}
