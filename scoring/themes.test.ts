import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shippedScorer } from './shipped-scorer.ts'
import { groupIntoThemes, type ScoredPost, type Theme, type Themes } from './themes.ts'

const { scorePost } = shippedScorer()

function scored(title: string, selftext = '', community = 'smallbusiness'): ScoredPost {
  const post = { title, selftext, community }
  return { ...post, ...scorePost(post) }
}

const timeTracking = [
  scored('Time tracking software for day rates?', 'I need time tracking that knows half days.', 'freelance'),
  scored('What do you use for time tracking?', 'My time tracking lives in a spreadsheet, it is painful.'),
  scored('Looking for a tool for tracking time on a Mac', 'Is there anything simple for tracking my time?'),
]
const rotas = [
  scored('Shift planning for a cafe', 'Shift planning takes me three hours every week, I hate it.'),
  scored(
    'Software for shift planning?',
    'I plan shifts for twenty waiters on paper. Is there a tool for it?',
    'restaurateur',
  ),
]
const others = [
  scored('Our cat sleeps on the router', 'Photos in the comments.', 'aww'),
  scored('Best soup for a cold evening', 'Mine has lentils.', 'cooking'),
]
const all = [...timeTracking, ...others, ...rotas]

const ascending = (a: number, b: number) => a - b
const membersOf = ({ posts }: Theme) => posts.toSorted(ascending)

/** What may not depend on the order of the posts: everything but their places. */
const placeless = (posts: readonly ScoredPost[], { themes }: Themes) =>
  themes.map((theme) => ({
    ...theme,
    posts: theme.posts.map((at) => `${posts[at]?.title} ${posts[at]?.selftext}`),
    evidence: theme.evidence.map(({ post, ...one }) => ({ ...one, of: posts[post]?.title })),
  }))

describe('posts that tell the same problem', () => {
  const { themes, alone } = groupIntoThemes(all)

  test('become one theme each, and what shares its problem with no post stays alone', () => {
    expect(themes.map(membersOf)).toEqual([
      [0, 1, 2],
      [5, 6],
    ])
    expect(alone).toEqual([3, 4])
  })

  test('are named by two to four of their own words', () => {
    expect(themes.map((theme) => theme.label)).toEqual(['time tracking', 'shift planning'])
  })

  test('are summed up: communities, average and highest score', () => {
    const [first] = themes
    const scores = timeTracking.map((post) => post.opportunityScore)
    expect(first?.communities).toEqual(['smallbusiness', 'freelance'])
    expect(first?.maxScore).toBe(Math.max(...scores))
    expect(first?.averageScore).toBeCloseTo(scores.reduce((sum, one) => sum + one, 0) / scores.length, 1)
    expect(first?.posts.map((at) => all[at]?.opportunityScore)).toEqual(scores.toSorted((a, b) => b - a))
  })

  test('bring the strongest words of all of them, each with its post', () => {
    for (const { posts, evidence } of themes) {
      expect(evidence.length).toBeGreaterThan(0)
      for (const { post, field, start, end, points } of evidence) {
        expect(posts).toContain(post)
        expect(all[post]?.[field].slice(start, end).trim()).not.toBe('')
        expect(points).toBeGreaterThan(0)
      }
      const points = evidence.map((one) => one.points)
      expect(points).toEqual(points.toSorted((a, b) => b - a))
    }
  })
})

test('one post, none, and posts without words make no theme', () => {
  expect(groupIntoThemes([])).toEqual({ themes: [], alone: [] })
  expect(groupIntoThemes(timeTracking.slice(0, 1))).toEqual({ themes: [], alone: [0] })
  const blank = [scored(''), scored('  '), scored('!!! 123'), scored('https://example.com/a')]
  expect(groupIntoThemes(blank)).toEqual({ themes: [], alone: [0, 1, 2, 3] })
})

test('a chain of neighbours does not become one theme', () => {
  const links = [
    scored('invoice reminders for late clients', 'Invoice reminders by hand.'),
    scored('invoice reminders and payroll runs', 'Payroll runs and invoice reminders.'),
    scored('payroll runs and barcode labels', 'Barcode labels and payroll runs.'),
    scored('barcode labels for the warehouse shelf', 'Barcode labels by hand.'),
  ]
  const { themes } = groupIntoThemes(links)
  const together = themes.some(({ posts }) => posts.includes(0) && posts.includes(3))
  expect(together).toBe(false)
})

const words = fc.constantFrom(
  ...'invoice reminder payroll barcode label shift planning stock time tracking tenant rent is there a tool for the my we hate it'.split(
    ' ',
  ),
  'donors',
  'd’accord',
  'naïve',
  '日本',
  '😀',
  '&amp;',
  'https://a.example/b',
  '\n',
  "don't",
)
const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(words, { maxLength: 25 }).map((list) => list.join(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
)
const anyPost = fc.record({ title: text, selftext: text, community: fc.constantFrom('a', 'b', 'c') })
const anyPosts = fc
  .array(anyPost, { maxLength: 40 })
  .map((posts) => posts.map((post) => ({ ...post, ...scorePost(post) })))

test('whatever the posts, each is in one theme or alone, and every name has two to four words', () => {
  fc.assert(
    fc.property(anyPosts, (posts) => {
      const { themes, alone } = groupIntoThemes(posts)
      const placed = [...themes.flatMap((theme) => theme.posts), ...alone]
      expect(placed.toSorted(ascending)).toEqual(posts.map((_, at) => at))
      expect(new Set(themes.map(({ label }) => label)).size).toBe(themes.length)
      for (const { label, posts: members } of themes) {
        expect(members.length).toBeGreaterThan(1)
        expect(label).toMatch(/^\S+( \S+){1,3}$/u)
      }
    }),
    { numRuns: 120, seed: 7 },
  )
})

test('the order of the posts changes nothing', () => {
  const shuffled = anyPosts.chain((posts) =>
    fc.tuple(fc.constant(posts), fc.shuffledSubarray(posts, { minLength: posts.length })),
  )
  fc.assert(
    fc.property(shuffled, ([posts, other]) => {
      expect(placeless(other, groupIntoThemes(other))).toEqual(placeless(posts, groupIntoThemes(posts)))
    }),
    { numRuns: 100, seed: 7 },
  )
})

test('evidence that does not fit its text is no reason to fail', () => {
  const odd: ScoredPost = {
    title: 'Shift planning',
    selftext: 'Shift planning again',
    community: 'a',
    opportunityScore: 50,
    evidence: [
      { signal: 'pain', field: 'selftext', start: 400, end: 900, points: 3 },
      { signal: 'pain', field: 'selftext', start: -5, end: 2, points: 2 },
    ],
  }
  expect(groupIntoThemes([odd, odd, odd]).alone.length).toBeLessThanOrEqual(3)
})

test('a thousand posts of the same words are all placed', () => {
  const long = Array.from({ length: 1000 }, (_, at) =>
    scored(`${'a'.repeat(50)} ${at % 7}`, 'ab '.repeat(300)),
  )
  const { themes, alone } = groupIntoThemes(long)
  expect(themes.flatMap((theme) => theme.posts).length + alone.length).toBe(1000)
})
