import * as z from 'zod/mini'
import { keyword } from '#contract/keyword.ts'
import { described as say } from '#contract/v1/described.ts'
import { cursorAfter } from '#contract/v1/v1-cursor.ts'
import type { V1WholePost } from '#contract/v1/v1-post.ts'
import type { V1Coverage, V1SearchReply } from '#contract/v1/v1-search.ts'
import { publicError } from '#server/errors.ts'
import {
  cursorInput,
  limitInput,
  notice,
  shownCount,
  shownFacts,
  shownNotice,
  shownPost,
  shownReason,
  wrongCursor,
} from './agent-shapes.ts'
import { defineTool } from './agent-tool.ts'
import { answerBytes, firstThatFits, shorten } from './fit-answer.ts'
import { factsOf, postFor, reasonFor } from './show-to-agent.ts'

export const usualLimit = 10

/** The maximum size if a call asks for more posts than usual. */
export const bytesFor = (limit: number) => (answerBytes * Math.max(limit, usualLimit)) / usualLimit

/**
 * How much of each text and how many posts an answer contains, from the largest size to the smallest. The
 * smallest size leaves space for long URLs.
 */
export const postSizes = (limit: number) => [
  ...[240, 170, 120, 80, 50].map((characters) => ({ characters, posts: limit })),
  ...[0.75, 0.5, 0.25].map((share) => ({ characters: 50, posts: Math.max(1, Math.floor(limit * share)) })),
  { characters: 30, posts: 1 },
]

const named = (coverage: readonly V1Coverage[], outcome: V1Coverage['outcome']) =>
  coverage.filter((one) => one.outcome === outcome)

const coverageFor = (coverage: readonly V1Coverage[], most: number) => ({
  found: named(coverage, 'found').map(({ source }) => source),
  empty: named(coverage, 'empty').map(({ source }) => source),
  notReached: named(coverage, 'not_reached').map(({ source, failure }) => ({
    source,
    why: shorten(failure ?? '', most),
  })),
})

type SearchSize = { characters: number; posts: number }

function searchAnswer(reply: V1SearchReply, { characters, posts }: SearchSize) {
  const shown = reply.posts.slice(0, posts)
  const last = shown.at(-1)
  const cut = shown.length < reply.posts.length && last !== undefined
  const next = cut ? cursorAfter(last, shown.length) : reply.next
  return {
    notice,
    searchId: reply.searchId,
    keyword: reply.keyword,
    costs: reply.costs,
    count: reply.count,
    posts: shown.map((post) => postFor(post, characters)),
    next: next === null ? null : `${reply.searchId}.${next}`,
    coverage: coverageFor(reply.coverage, characters),
    explanation: reply.explanation,
  }
}

function placeOf(cursor: string) {
  const [searchId = '', place = '', ...more] = cursor.split('.')
  if (searchId === '' || place === '' || more.length > 0) throw wrongCursor()
  return { searchId, cursor: place }
}

const searchCoverage = z.strictObject({
  found: z.array(z.string()),
  empty: z.array(z.string()),
  notReached: z.array(z.strictObject({ source: z.string(), why: z.string() })),
})

export const searchTool = defineTool({
  name: 'search_posts',
  title: 'Search posts',
  description:
    'Finds public posts about a keyword: those that fit it best and have the greatest SaaS potential (score 0-100) first, posts that are likely about something else (`offTopic`) last. Some posts contain only part of the words; "quotes" search for a phrase. Costs one search of the account, unless nothing was found or a brief of the same keyword was just made; further pages (`cursor`) are free. `count` and `coverage` say which posts were found and which sources could not be read. A post with `sample: true` is made up.',
  scope: 'search',
  isSearch: ({ cursor }) => cursor === undefined,
  input: z.strictObject({
    keyword: say(keyword, 'A few words, as in: time tracking. "quotes" for a phrase, -word to exclude'),
    limit: limitInput,
    cursor: cursorInput,
  }),
  output: z.strictObject({
    notice: shownNotice,
    searchId: z.string(),
    keyword: z.string(),
    costs: z.int(),
    count: shownCount,
    posts: z.array(shownPost),
    next: z.nullable(z.string()),
    coverage: searchCoverage,
    explanation: z.nullable(z.string()),
  }),
  async run(useCases, caller, { keyword: asked, limit = usualLimit, cursor }) {
    const reply =
      cursor === undefined
        ? await useCases.search(caller, { keyword: asked, limit })
        : await useCases.readSearch(caller, { ...placeOf(cursor), limit })
    return firstThatFits(postSizes(limit), (size) => searchAnswer(reply, size), bytesFor(limit))
  },
})

const mostReasons = 12

type PostSize = { characters: number; reasons: number; words: number }
const wholeSizes: readonly PostSize[] = [
  { characters: 4000, reasons: mostReasons, words: 240 },
  { characters: 2000, reasons: mostReasons, words: 160 },
  { characters: 1000, reasons: mostReasons, words: 80 },
  { characters: 500, reasons: 5, words: 60 },
  { characters: 200, reasons: 3, words: 30 },
]

/** An offset at which no surrogate pair is cut in half. */
const endIn = (text: string, at: number) =>
  at < text.length && /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at

function postAnswer(post: V1WholePost, offset: number, { characters, reasons, words }: PostSize) {
  const { text } = post
  const start = Math.min(offset, text.length)
  const end = endIn(text, Math.min(text.length, start + characters))
  const byPoints = post.reasons.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
  return {
    notice,
    ...factsOf(post),
    upvotes: post.upvotes,
    comments: post.comments,
    reasons: byPoints.slice(0, reasons).map((one) => reasonFor(one, words)),
    moreReasons: Math.max(0, byPoints.length - reasons),
    theirWords: { title: post.title, text: text.slice(start, end).toWellFormed() },
    textCharacters: text.length,
    nextOffset: end < text.length ? end : null,
  }
}

export const readPostTool = defineTool({
  name: 'read_post',
  title: 'Read a post',
  description:
    'A post of a search or a watch (send its `searchId` or `watchId`): its text, and the reasons of its score with the words that earned the points, most points first. Each score also contains a base, which is the same for every post and not among the reasons. Free. Long texts come in parts: send `nextOffset` as `offset`.',
  scope: ({ watchId }) => (watchId === undefined ? 'search' : 'watches'),
  input: z.strictObject({
    searchId: z.optional(
      say(z.string().check(z.maxLength(200)), 'The `searchId` of the search or brief that contains the post'),
    ),
    watchId: z.optional(
      say(z.string().check(z.maxLength(200)), 'Or the `watchId` of the watch that found it'),
    ),
    source: say(z.string().check(z.maxLength(200)), 'Its `source`'),
    id: say(z.string().check(z.maxLength(200)), 'Its `id`'),
    offset: z.optional(z.int().check(z.minimum(0))),
  }),
  output: z.strictObject({
    notice: shownNotice,
    ...shownFacts,
    upvotes: z.nullable(z.int()),
    comments: z.nullable(z.int()),
    reasons: z.array(shownReason),
    moreReasons: z.int(),
    theirWords: z.strictObject({ title: z.string(), text: z.string() }),
    textCharacters: z.int(),
    nextOffset: z.nullable(z.int()),
  }),
  async run(useCases, caller, { searchId, watchId, source, id, offset = 0 }) {
    if ((searchId === undefined) === (watchId === undefined))
      throw publicError(
        'invalid_input',
        'Send either searchId or watchId, from the answer that contained the post',
      )
    const post =
      searchId === undefined
        ? await useCases.readWatchPost(caller, { watchId: watchId ?? '', source, id })
        : await useCases.readSearchPost(caller, { searchId, source, id })
    return firstThatFits(wholeSizes, (size) => postAnswer(post, offset, size))
  },
})
