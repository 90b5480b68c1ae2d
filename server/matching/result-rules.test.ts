import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { KeywordMatch } from '#contract/search.ts'
import type { ArchivedPost, Post, PostRank, RankedFind } from '#server/source-ports.ts'
import { makeArchivedPost } from '#tests/harness/make-archived-post.ts'
import {
  alsoPostedIn,
  deduplicate,
  type ListedPost,
  rankPosts,
  scorerVersionOf,
  withDuplicates,
  withoutSamples,
} from './result-rules.ts'

type Place = Partial<PostRank> & Partial<ArchivedPost>

function ranked(
  rank: number,
  { match = 'post', offTopic = false, occurrences = 1, ...own }: Place = {},
): RankedFind {
  return { post: { ...makeArchivedPost({}, 50), ...own }, match, offTopic, rank, occurrences }
}

const ids = (posts: readonly { post: ArchivedPost }[]) => posts.map(({ post }) => post.archiveId)

describe('the ranking', () => {
  test('puts the higher rank first, whatever the kind of match', () => {
    const [low, high, middle] = [ranked(1, { match: 'title' }), ranked(9, { match: 'related' }), ranked(5)]
    expect(ids(rankPosts([low, high, middle]))).toEqual(ids([high, middle, low]))
  })

  test('puts what is likely off topic last, whatever its rank', () => {
    const [stray, low] = [ranked(9, { offTopic: true }), ranked(1)]
    expect(ids(rankPosts([stray, low]))).toEqual(ids([low, stray]))
  })

  test('puts more occurrences first among equals, then the higher score, never the newer', () => {
    const once = ranked(5, { createdAt: new Date('2026-01-01T00:00:00Z') })
    const often = ranked(5, { occurrences: 3, createdAt: new Date('2020-01-01T00:00:00Z') })
    const needed = ranked(5, { opportunityScore: 60, createdAt: new Date('2010-01-01T00:00:00Z') })
    for (const order of [
      [once, often, needed],
      [needed, once, often],
    ])
      expect(ids(rankPosts(order))).toEqual(ids([often, needed, once]))
  })

  test('holds a post once, with its best match, and at most a hundred posts', () => {
    const one = ranked(50, { match: 'title' })
    expect(rankPosts([{ ...one, rank: 40, match: 'related' }, one])).toEqual([
      { post: one.post, match: 'title', offTopic: false },
    ])
    expect(rankPosts(Array.from({ length: 150 }, () => ranked(5))).length).toBe(limits.resultsPerSearch)
  })
})

test('the version given is the one that scored the posts, not the one that is installed', () => {
  const old = ranked(10, { scorerVersion: 'old' })
  expect(scorerVersionOf([], 'new')).toBe('new')
  expect(scorerVersionOf([old, old], 'new')).toBe('old')
  expect(scorerVersionOf([old, ranked(10, { scorerVersion: 'new' })], 'new')).toBe('new, old')
})

test('samples stay until three real posts answer the question', () => {
  const sample = ranked(10, { sample: true })
  const real = [ranked(10), ranked(10), ranked(10)]
  expect(withoutSamples([sample, ...real])).toEqual(real)
  expect(withoutSamples([sample, ...real.slice(1)]).length).toBe(3)
  const offTopic = { ...ranked(10), offTopic: true }
  expect(withoutSamples([sample, offTopic, ...real.slice(1)]).length).toBe(4)
})

const rankedPost = (own: Partial<Post>, opportunityScore = 50, match: KeywordMatch = 'post'): ListedPost => ({
  post: makeArchivedPost(own, opportunityScore),
  match,
  offTopic: false,
})

const title = 'How do you keep track of late invoices?'
const selftext =
  'We are three people and every month somebody forgets to send one. I keep a list on paper and it is always wrong by Friday. What do you use?'

/** In the order of a list of results: the best score first. */
const deduplicated = (...posts: ListedPost[]) =>
  deduplicate(
    rankPosts(
      posts.map((one) => ({
        ...one,
        rank: one.match === 'related' ? 0 : one.post.opportunityScore,
        occurrences: 1,
      })),
    ),
  )
const shown = (posts: readonly ListedPost[]) => posts.map(({ post }) => post.sourceId)

describe('posts become one result', () => {
  test('when title and text are the same, whatever their case, marks and letters', () => {
    const titles = [
      '“Über” – how do you bill?',
      'über: HOW do you bill',
      'Über (x-post from r/bills) how do you bill?',
    ]
    const posts = titles.map((one) => rankedPost({ title: one, selftext }))
    expect(deduplicated(...posts).length).toBe(1)
  })

  test('when one has a few words more', () => {
    const edited = `${selftext} EDIT: thank you all, so many answers!`
    expect(
      deduplicated(rankedPost({ title, selftext }), rankedPost({ title, selftext: edited })).length,
    ).toBe(1)
  })

  test('when a text of some length is the same under another title', () => {
    const text = `${selftext} ${selftext}`
    expect(
      deduplicated(rankedPost({ title: 'Invoices', selftext: text }), rankedPost({ title, selftext: text }))
        .length,
    ).toBe(1)
  })

  test('when a cross-post has the long title and no text', () => {
    const long = 'How do you keep track of late invoices in a small team of three?'
    expect(deduplicated(rankedPost({ title: long, selftext }), rankedPost({ title: long })).length).toBe(1)
  })
})

describe('posts stay apart', () => {
  test('when only a short title is the same', () => {
    expect(
      deduplicated(rankedPost({ title: 'Need help', selftext }), rankedPost({ title: 'Need help' })).length,
    ).toBe(2)
    const four = 'Tracking late invoices somehow?'
    expect(deduplicated(rankedPost({ title: four, selftext }), rankedPost({ title: four })).length).toBe(2)
  })

  test('when one title stands over two stories', () => {
    const other =
      'A customer has owed me money since spring and does not answer my calls; the lawyer wants more than the bill is worth.'
    expect(deduplicated(rankedPost({ title, selftext }), rankedPost({ title, selftext: other })).length).toBe(
      2,
    )
  })

  test('when they share a short text under other titles', () => {
    const thanks = 'Thanks in advance for any help with invoices!'
    const titles = ['Late invoices in a team of three', 'Software for recurring invoices abroad']
    expect(deduplicated(...titles.map((one) => rankedPost({ title: one, selftext: thanks }))).length).toBe(2)
  })
})

describe('of posts that are one', () => {
  test('the best-scored is shown, then the oldest, at the place of the best ranked, with where the others stand', () => {
    const newer = rankedPost({
      title,
      selftext,
      sourceId: 'newer',
      createdAt: new Date('2026-03-01T00:00:00Z'),
    })
    const older = rankedPost({ title, selftext, sourceId: 'older', community: 'freelance' })
    const weaker = rankedPost({ title, selftext, sourceId: 'weaker', community: 'sysadmin', url: null }, 40)
    const between = rankedPost({ title: 'Something else entirely here', sourceId: 'between' }, 45)
    const answer = deduplicated(weaker, between, older, newer)
    expect(shown(answer)).toEqual(['older', 'between'])
    const first = answer.flatMap((one) => alsoPostedIn(one).alsoPostedIn ?? [])
    expect(first).toEqual([
      { source: 'reddit', id: 'newer', subreddit: 'smallbusiness', url: newer.post.url },
      { source: 'reddit', id: 'weaker', subreddit: 'sysadmin', url: null },
    ])
  })

  test('one with all the words is shown, not a related one that scored more', () => {
    const related = rankedPost({ title, selftext, sourceId: 'related' }, 90, 'related')
    const exact = rankedPost({ title, selftext, sourceId: 'exact' }, 30)
    expect(deduplicated(related, exact).map(({ post, match }) => [post.sourceId, match])).toEqual([
      ['exact', 'post'],
    ])
  })

  test('the answer is the same whatever order they came in, and again from what is saved', () => {
    const posts = Array.from({ length: 12 }, (_, index) =>
      rankedPost(
        { title: index % 3 === 0 ? title : `${title} ${index}`, selftext: index % 2 ? selftext : '' },
        index * 7,
      ),
    )
    const answer = deduplicated(...posts)
    expect(answer.length).toBeLessThan(posts.length)
    expect(deduplicated(...posts.toReversed())).toEqual(answer)
    expect(deduplicate(withDuplicates(answer))).toEqual(answer)
    expect(withDuplicates(answer).length).toBe(posts.length)
  })
})
