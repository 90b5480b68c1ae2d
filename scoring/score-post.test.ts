import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { learnedPhrases } from './model.ts'
import { type PostScore, scorePost } from './score-post.ts'

const post = (title: string, selftext = '', community = 'smallbusiness') => ({ title, selftext, community })

/** The score as the evidence explains it, before it is rounded and bounded. */
function explained(score: PostScore): number {
  const tenths = score.evidence.reduce(
    (sum, one) => sum + Math.round(one.points * 10),
    Math.round(score.base * 10),
  )
  return Math.max(0, Math.min(100, Math.round(tenths / 10)))
}

function wordsFor(source: { title: string; selftext: string }, score: PostScore, signal: string): string[] {
  return score.evidence
    .filter((one) => one.signal === signal && one.end > one.start)
    .map((one) => source[one.field].slice(one.start, one.end))
}

const needy = post(
  'Is there any software that tracks repairs for a small bike shop?',
  'I run a shop with 4 mechanics. Right now we use a spreadsheet and sticky notes, and every week we lose track of a job. I would happily pay $30 a month for something simple.',
)
const launch = post(
  'I built a repair tracker for bike shops',
  'After six months we just launched! Would love your feedback, check it out at https://example.org and sign up for the beta.',
)

describe('scorePost', () => {
  it('puts a told need far above a launch of the same thing', () => {
    const need = scorePost(needy)
    const promotion = scorePost(launch)
    expect(need.opportunityScore).toBeGreaterThanOrEqual(70)
    expect(promotion.opportunityScore).toBeLessThan(45)
    expect(need.signals).toEqual(expect.arrayContaining(['solution_request', 'workaround']))
    expect(promotion.signals).toContain('promo')
  })

  it('lets the community say what a post shows, but gives no point for it', () => {
    const text = post('How do you keep track of invoices?', 'Ours get lost.', '')
    const plain = scorePost(text)
    const atWork = scorePost({ ...text, community: 'SysAdmin' })
    expect(atWork.signals).toContain('business')
    expect(scorePost({ ...text, community: 'sysadmin' }).signals).toEqual(atWork.signals)
    for (const community of ['aww', 'constructor', '__proto__']) {
      expect(scorePost({ ...text, community }).signals).not.toContain('business')
    }
    const pointsOf = ({ opportunityScore, evidence }: PostScore) => ({
      opportunityScore,
      points: evidence.filter((one) => one.points !== 0),
    })
    expect(pointsOf(atWork)).toEqual(pointsOf(plain))
  })

  it('gives an integer from 0 to 100 even to nothing at all', () => {
    const { opportunityScore, persona } = scorePost(post('', '', ''))
    expect(Number.isInteger(opportunityScore)).toBe(true)
    expect(opportunityScore).toBeGreaterThanOrEqual(0)
    expect(persona).toBe('Not stated')
  })

  it('points at the exact words behind emoji, entities, markdown and CRLF', () => {
    const tricky = post(
      '🚀 Anyone know of a good invoicing tool?',
      'Terms &amp; conditions aside:\r\n\r\n* I do it **manually** every week\r\n* it&#39;s tedious 😩',
    )
    const score = scorePost(tricky)
    const words = score.evidence
      .filter((one) => one.end > one.start)
      .map((one) => tricky[one.field].slice(one.start, one.end))
    expect(words.some((text) => text.includes('manually'))).toBe(true)
    expect(words.some((text) => text.startsWith('Anyone know'))).toBe(true)
    for (const text of words) expect(text).toBe(text.trim())
  })

  it('reads nothing from lines that quote somebody else', () => {
    const quoted = scorePost(
      post('Odd mail today', '> I am looking for a tool that tracks invoices\n\nI laughed.'),
    )
    const escaped = scorePost(
      post('Odd mail today', '&gt; I am looking for a tool that tracks invoices\n\nI laughed.'),
    )
    for (const score of [quoted, escaped]) {
      expect(score.evidence.filter((one) => one.signal === 'solution_request')).toEqual([])
    }
  })

  it('takes a denied pain for no pain', () => {
    const denied = post('Printers', 'I do not hate it.')
    expect(wordsFor(denied, scorePost(denied), 'pain')).toEqual([])
    const told = post('Printers', 'I hate it.')
    expect(scorePost(told)).not.toEqual(scorePost(denied))
  })

  it('takes a denied request for none', () => {
    const requests = (text: string) => {
      const told = post('Odd mail today', text)
      return wordsFor(told, scorePost(told), 'solution_request')
    }
    expect(requests('I need a tool.')).not.toEqual([])
    for (const text of ['I don&apos;t need a tool.', 'I am not really looking for software to track it.'])
      expect(requests(text)).toEqual([])
    const asks = scorePost(post('Odd mail today', 'I am looking for software.'))
    const denies = scorePost(post('Odd mail today', 'I am not looking for software.'))
    expect(denies.opportunityScore).toBeLessThan(asks.opportunityScore)
  })

  it('names at most 128 spans of points, however many a post has', () => {
    const words = learnedPhrases.filter((phrase) => /^[a-z]+$/.test(phrase)).slice(0, 2000)
    const { evidence } = scorePost(post(words.join(', q ')))
    expect(evidence.filter((one) => one.end > one.start && one.points !== 0)).toHaveLength(128)
    expect(evidence.at(-1)).toMatchObject({ start: 0, end: 0 })
  })

  it('names every span that is not too weak', () => {
    const { evidence } = scorePost(needy)
    const spans = evidence.filter((one) => one.end > one.start && one.points !== 0)
    expect(spans.length).toBeGreaterThan(20)
    const rest = evidence.filter((one) => one.end === one.start).map((one) => Math.abs(one.points))
    expect(Math.max(0, ...rest)).toBeLessThan(3)
  })

  it('has words for every signal that it lists, without points where they earned none', () => {
    const told = post('How do you keep track of invoices?', 'Every week another one gets lost.')
    const score = scorePost(told)
    expect(score.signals).toEqual(expect.arrayContaining(['business', 'frequency']))
    for (const signal of score.signals) expect(wordsFor(told, score, signal)).not.toEqual([])
    expect(wordsFor(told, score, 'frequency')).toEqual(['Every week'])
  })

  it.each([
    ['[Solved] Cannot sort my inbox', ''],
    ['Cannot sort my inbox', 'Any ideas?\n\nEDIT: solved, thanks everyone!'],
    ['Cannot sort my inbox', 'Any ideas?\n\n**Update:** I got it working.'],
  ])('says of %j, %j that it is solved, whatever points that takes', (title, text) => {
    const told = post(title, text)
    const score = scorePost(told)
    expect(score.signals).toContain('solved')
    expect(wordsFor(told, score, 'solved').join(' ')).toMatch(/solved|working/i)
  })

  it.each(['EDIT: fixed a typo.', 'How is this solved elsewhere?', '> EDIT: solved'])(
    'does not take %j for solved',
    (text) => {
      expect(scorePost(post('Cannot sort my inbox', text)).signals).not.toContain('solved')
    },
  )

  it('lists what speaks for a post before what speaks against it', () => {
    const { signals } = scorePost(
      post(
        '[Hiring] Looking for a developer',
        'Our clients need a tool. I built one, check it out. Apply with your resume.',
      ),
    )
    const firstAgainst = signals.findIndex((signal) => ['promo', 'hiring', 'news', 'advice'].includes(signal))
    const lastFor = signals.findLastIndex((signal) =>
      ['solution_request', 'business', 'pain'].includes(signal),
    )
    expect(lastFor).toBeGreaterThanOrEqual(0)
    expect(firstAgainst).toBeGreaterThan(lastFor)
    expect(new Set(signals).size).toBe(signals.length)
  })

  it('scores a post the same whatever was scored before it', () => {
    const first = scorePost(needy)
    scorePost(launch)
    scorePost(post('x'.repeat(5000), 'y '.repeat(20_000)))
    expect(scorePost(needy)).toEqual(first)
  })
})

describe('evidence', () => {
  const pieces = fc.constantFrom(
    'looking for a tool',
    'every week',
    'spreadsheet',
    'I built',
    'frustrating',
    '$40',
    'my clients',
    '?',
    '\n> ',
    '\r\n',
    '&amp;',
    'https://example.org/a',
    '/r/startups',
    '😀',
    'don’t',
    '1,200.50',
    '* ',
    'é̈',
    '\ud83d',
    '.',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(' ')),
  )

  it('adds up to the score with the base, for any text', () => {
    fc.assert(
      fc.property(texts, texts, (title, selftext) => {
        const score = scorePost({ title, selftext, community: 'x' })
        expect(explained(score)).toBe(score.opportunityScore)
        for (const one of score.evidence) {
          const text = one.field === 'title' ? title : selftext
          expect(one.start).toBeGreaterThanOrEqual(0)
          expect(one.end).toBeGreaterThanOrEqual(one.start)
          expect(one.end).toBeLessThanOrEqual(text.length)
          expect(Math.abs(one.points * 10 - Math.round(one.points * 10))).toBeLessThan(1e-9)
        }
      }),
      { numRuns: 400, seed: 7 },
    )
  })

  it.each([
    ['a megabyte of one letter', 'a'.repeat(1_000_000)],
    ['a megabyte of words that open phrases', 'is there a '.repeat(90_000)],
    ['nested quotes', `${'> '.repeat(50_000)}need a tool`],
    ['combining marks', `e${'\u0301'.repeat(200_000)}`],
    ['question marks', '?'.repeat(300_000)],
    ['unclosed entities', '&'.repeat(300_000)],
    ['apostrophes', "'".repeat(300_000)],
    ['lone surrogates', '\ud800'.repeat(200_000)],
  ])('survives %s', (_name, text) => {
    const score = scorePost({ title: text.slice(0, 5000), selftext: text, community: 'x' })
    expect(explained(score)).toBe(score.opportunityScore)
  })
})
