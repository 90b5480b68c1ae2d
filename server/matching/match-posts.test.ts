import { expect, test, vi } from 'vitest'
import { matchPosts, prepareQuery } from './match-posts.ts'
import { holdsWords, type PostWords, type QueriedPost } from './post-query-rules.ts'

const phraseOf = (lexemes: readonly string[]) => ({
  terms: [{ excluded: false, spellings: [lexemes.map((lexeme, offset) => ({ lexeme, offset }))] }],
})
const postOf = (words: PostWords): QueriedPost => ({
  words,
  source: 'reddit',
  community: 'saas',
  opportunityScore: 50,
  signals: [],
  createdAt: new Date('2026-01-01T00:00:00Z'),
})

const find = async (lexemes: readonly string[], places: Record<string, readonly number[]>) =>
  (await matchPosts([prepareQuery(phraseOf(lexemes))], [postOf(new Map(Object.entries(places)))]))[0]

test('a phrase is found at any of its places, whichever of its words is the rarest', async () => {
  expect(await find(['a', 'b', 'a'], { a: [1, 3, 9, 11], b: [2, 7] })).toEqual([0])
  expect(await find(['a', 'b', 'a'], { a: [1, 4, 9], b: [2, 8] })).toEqual([])
  expect(await find(['a', 'b'], { a: [9], b: [1, 5, 10] })).toEqual([0])
  expect(await find(['a', 'b'], { a: [], b: [1] })).toEqual([])
  expect(await find(['a'], { a: [] })).toEqual([0])
})

/** The words of a post, in a map that counts how often it is read. */
class CountedWords extends Map<string, readonly number[]> {
  looked = 0
  override get(lexeme: string) {
    this.looked += 1
    return super.get(lexeme)
  }
}

test('the work for a phrase of one repeated word in a post that repeats it grows with the rarest word only', () => {
  const repeated = Array.from({ length: 256 }, (_, at) => at + 1)
  const words = new CountedWords([
    ['x', repeated],
    ['y', [999]],
  ])
  const { terms } = phraseOf([...Array.from({ length: 240 }, () => 'x'), 'y'])
  expect(holdsWords({ term: 0 }, terms, words)).toBe(false)
  expect(words.looked).toBeLessThan(1000)
})

test('other work runs while many posts are compared with one query', async () => {
  const repeated = Array.from({ length: 256 }, (_, at) => at + 1)
  const lexemes = Array.from({ length: 240 }, () => 'x')
  const posts = Array.from({ length: 400 }, () => postOf(new Map([['x', repeated]])))
  // Every look at the clock takes a millisecond, so that the speed of the machine does not matter.
  let nowMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs++)
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const [found] = await matchPosts([prepareQuery(phraseOf(lexemes))], posts)
  clearImmediate(next)
  clock.mockRestore()
  expect(found).toHaveLength(400)
  // Each post is looked at twice, and a slice is 8 ms long.
  expect(turns).toBeGreaterThan(75)
})

test('a query limited to thousands of communities matches only their posts', async () => {
  const communities = Array.from({ length: 10_000 }, (_, at) => `place ${at}`)
  const query = prepareQuery({ ...phraseOf(['x']), communities })
  const post = postOf(new Map([['x', [1]]]))
  expect(await matchPosts([query], [post, { ...post, community: 'place 9999' }])).toEqual([[1]])
})
