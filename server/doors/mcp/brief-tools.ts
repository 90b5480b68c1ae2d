import * as z from 'zod/mini'
import { keyword } from '#contract/keyword.ts'
import { limits } from '#contract/limits.ts'
import { described as say } from '#contract/v1/described.ts'
import type { V1BriefReply } from '#contract/v1/v1-brief.ts'
import { textsToScore, type V1ScoredText } from '#contract/v1/v1-score.ts'
import { notice, shownCount, shownNotice, shownQuote, shownReason } from './agent-shapes.ts'
import { defineTool } from './agent-tool.ts'
import { firstThatFits } from './fit-answer.ts'
import { dateOf, quoteFor, reasonFor } from './show-to-agent.ts'

const counted = z.strictObject({ name: z.string(), posts: z.int() })

const need = z.strictObject({
  quote: shownQuote,
  posts: z.int(),
  maxScore: z.int(),
  communities: z.array(counted),
  communityCount: z.int(),
  oldestPost: z.nullable(z.string()),
  newestPost: z.nullable(z.string()),
})

type BriefSize = { characters: number; most: number }
const briefSizes: readonly BriefSize[] = [
  { characters: 240, most: 10 },
  { characters: 160, most: 8 },
  { characters: 120, most: 6 },
  { characters: 90, most: 4 },
  { characters: 60, most: 2 },
  { characters: 30, most: 1 },
]

function briefAnswer(brief: V1BriefReply, { characters, most }: BriefSize) {
  const fewer = Math.ceil(most / 2)
  const quote = (one: V1BriefReply['prices'][number]) => quoteFor(one, characters)
  return {
    notice,
    searchId: brief.searchId,
    keyword: brief.keyword,
    costs: brief.costs,
    posts: brief.posts,
    promising: brief.promising,
    needs: brief.needs.slice(0, most).map((one) => ({
      quote: quote(one.name),
      posts: one.posts,
      maxScore: one.maxScore,
      communities: one.communities.slice(0, 3),
      communityCount: one.communityCount,
      oldestPost: dateOf(one.oldestPostAt),
      newestPost: dateOf(one.newestPostAt),
    })),
    singlePosts: brief.singlePosts
      .slice(0, most)
      .map(({ quote: one, score }) => ({ score, quote: quote(one) })),
    workarounds: brief.workarounds.slice(0, fewer).map(quote),
    prices: brief.prices.slice(0, fewer).map(quote),
    products: brief.products.slice(0, fewer).map(({ name, posts, against }) => ({
      name,
      posts,
      against: against.slice(0, 1).map(quote),
    })),
    personas: brief.personas.slice(0, most),
    communities: brief.communities.slice(0, most),
    communityCount: brief.communityCount,
    related: brief.related.slice(0, most),
  }
}

export const briefTool = defineTool({
  name: 'brief_keyword',
  title: 'Brief of a keyword',
  description: `What people need, for a keyword: groups of posts with the same need, promising single posts, workarounds, prices, products and complaints about them, each as a quote with its link. It is made of the posts of the search that score ${limits.potentialScore} or more and are not off topic. Costs one search, unless the same keyword was just searched.`,
  scope: 'search',
  isSearch: () => true,
  input: z.strictObject({ keyword: say(keyword, 'A few words, as in: time tracking') }),
  output: z.strictObject({
    notice: shownNotice,
    searchId: z.string(),
    keyword: z.string(),
    costs: z.int(),
    posts: shownCount,
    promising: z.int(),
    needs: z.array(need),
    singlePosts: z.array(z.strictObject({ score: z.int(), quote: shownQuote })),
    workarounds: z.array(shownQuote),
    prices: z.array(shownQuote),
    products: z.array(z.strictObject({ name: z.string(), posts: z.int(), against: z.array(shownQuote) })),
    personas: z.array(z.strictObject({ persona: z.string(), posts: z.int() })),
    communities: z.array(counted),
    communityCount: z.int(),
    related: z.array(z.string()),
  }),
  async run(useCases, caller, { keyword: asked }) {
    const brief = await useCases.brief(caller, asked)
    return firstThatFits(briefSizes, (size) => briefAnswer(brief, size))
  },
})

const scoreFor = ({ score, persona, reasons, problem }: V1ScoredText, most: number) => ({
  score,
  persona,
  problem,
  reasons: reasons
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, most)
    .map((one) => reasonFor(one, 100)),
})

export const scoreTool = defineTool({
  name: 'score_texts',
  title: 'Score texts',
  description: `Scores up to ${limits.apiScore.texts} English texts of your own for SaaS potential, 0-100, with the words that earned most points. Scoring is free, and nothing is stored.`,
  scope: 'search',
  input: textsToScore,
  output: z.strictObject({
    scores: z.array(
      z.strictObject({
        score: z.nullable(z.int()),
        persona: z.nullable(z.string()),
        problem: z.nullable(z.string()),
        reasons: z.array(shownReason),
      }),
    ),
    scorerVersion: z.string(),
  }),
  async run(useCases, caller, { texts }) {
    const { scores, scorerVersion } = await useCases.score(caller, texts)
    return firstThatFits([5, 3, 1, 0], (most) => ({
      scores: scores.map((one) => scoreFor(one, most)),
      scorerVersion,
    }))
  },
})
