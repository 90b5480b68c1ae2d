import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '#tests/harness/any-character.ts'
import type { PostScore } from './score-post.ts'
import { shippedScorer } from './shipped-scorer.ts'

const { scorePost } = shippedScorer()

const post = (title: string, selftext = '', community = 'smallbusiness') => ({ title, selftext, community })

/** The score as the sum of base and points. */
function explained(score: PostScore): number {
  const tenths = score.evidence.reduce(
    (sum, one) => sum + Math.round(one.points * 10),
    Math.round(score.base * 10),
  )
  return tenths / 10
}

/** The sentences that show a signal. */
function sentencesFor(
  source: { title: string; selftext: string },
  score: PostScore,
  signal: string,
): string[] {
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

  it('gives the community no say', () => {
    expect(scorePost({ ...needy, community: 'sysadmin' }).evidence).toEqual(scorePost(needy).evidence)
  })

  it('gives an integer from 0 to 100 even to nothing at all', () => {
    const { opportunityScore, persona } = scorePost(post('', '', ''))
    expect(Number.isInteger(opportunityScore)).toBe(true)
    expect(opportunityScore).toBeGreaterThanOrEqual(0)
    expect(persona).toBe('Not stated')
  })

  it('points at whole sentences behind emoji, entities, markdown and CRLF', () => {
    const tricky = post(
      '🚀 Anyone know of a good invoicing tool?',
      'Terms &amp; conditions aside:\r\n\r\n* I copy every invoice **manually** into Excel each week\r\n* it&#39;s tedious 😩',
    )
    const score = scorePost(tricky)
    expect(sentencesFor(tricky, score, 'solution_request')).toContain('Anyone know of a good invoicing tool?')
    const sentences = score.evidence
      .filter((one) => one.end > one.start)
      .map((one) => tricky[one.field].slice(one.start, one.end))
    expect(sentences).toContain('I copy every invoice **manually** into Excel each week')
    for (const text of sentences) expect(text).toBe(text.trim())
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
    expect(sentencesFor(denied, scorePost(denied), 'pain')).toEqual([])
    const told = post('Printers', 'I hate it.')
    expect(scorePost(told)).not.toEqual(scorePost(denied))
  })

  it('takes a denied request for none', () => {
    const requests = (text: string) => {
      const told = post('Odd mail today', text)
      return sentencesFor(told, scorePost(told), 'solution_request')
    }
    expect(requests('I need a tool for this.')).not.toEqual([])
    for (const text of ['I don&apos;t need a tool.', 'I am not really looking for software to track it.'])
      expect(requests(text)).toEqual([])
    const asks = scorePost(post('Odd mail today', 'I am looking for software.'))
    const denies = scorePost(post('Odd mail today', 'I am not looking for software.'))
    expect(denies.opportunityScore).toBeLessThan(asks.opportunityScore)
  })

  it('names a signal that very many sentences show, none of them by half a point, with all of them', () => {
    const text = Array.from({ length: 40 }, (_, at) => `It is frustrating that invoice ${at} fails again.`)
    const { evidence, signals: listed } = scorePost(post('Is there a tool for invoices?', text.join(' ')))
    const pain = evidence.filter((one) => one.signal === 'pain')
    expect(listed).toContain('pain')
    expect(pain.map(({ start, end }) => end - start)).toEqual([0])
    expect(pain[0]?.sentences).toHaveLength(3 * 40)
  })

  it('keeps room for listed signals among at most twelve reasons, and lists the other sentences', () => {
    const text = [
      'Is there a tool that tracks invoices?',
      'I am looking for software to track invoices.',
      'Can anyone recommend an app for invoices?',
      'I need an app that sends reminders.',
      'Does anybody know a program for invoices?',
      'What software do you use for invoices?',
      'I hate that we copy everything by hand into a spreadsheet every week.',
      'My clients wait for hours and we lose money.',
      'QuickBooks is too expensive at $80 a month.',
      'I would gladly pay for something better.',
      'We are a small team with 40 customers.',
      'I built a small script, check it out and tell me what you think.',
      'The deadline is tomorrow.',
    ].join(' ')
    const told = post('Is there any software for invoices?', text)
    const { evidence, signals: listed } = scorePost(told)
    const sentences = evidence.filter((one) => one.end > one.start)
    expect(listed.length).toBeGreaterThan(6)
    expect(sentences).toHaveLength(12)
    expect(evidence.flatMap((one) => one.sentences ?? [])).not.toEqual([])
    for (const signal of listed) expect(sentences.map((one) => one.signal)).toContain(signal)
  })

  it('shows no reason that is nothing but the target of a link', () => {
    const told = post('Is there software that keeps invoices?', 'I need a tool for invoices.\n\n[](/solved)')
    for (const { field, start, end, points } of scorePost(told).evidence)
      if (points !== 0) expect(told[field].slice(start, end)).not.toContain('/solved')
  })

  it('has a sentence for every signal that it lists, and few words that told it', () => {
    const score = scorePost(needy)
    for (const signal of score.signals) expect(sentencesFor(needy, score, signal)).not.toEqual([])
    for (const { field, start, end, cues = [] } of score.evidence) {
      expect(cues.length).toBeLessThanOrEqual(6)
      for (const cue of cues) {
        expect(cue).toBeGreaterThanOrEqual(start)
        expect(cue).toBeLessThanOrEqual(Math.max(end, needy[field].length))
      }
    }
  })

  it('gives the stronger of two posts the higher score, however strong both are', () => {
    const stronger = {
      ...needy,
      selftext: `${needy.selftext} Every week we waste hours copying jobs by hand.`,
    }
    expect(scorePost(stronger).exactScore).toBeGreaterThan(scorePost(needy).exactScore)
    expect(scorePost(stronger).exactScore).toBeLessThan(100)
  })

  it('starts every post from the same base', () => {
    const bases = [needy, launch, post('', '')].map((one) => scorePost(one).base)
    expect(new Set(bases).size).toBe(1)
  })

  it.each([
    ['Cannot sort my inbox', 'Any ideas?\n\nEDIT: solved, thanks everyone!'],
    ['Cannot sort my inbox', 'Any ideas?\n\n**Update:** I got it working.'],
  ])('says of %j, %j that it is solved, whatever points that takes', (title, text) => {
    const told = post(title, text)
    const score = scorePost(told)
    expect(score.signals).toContain('solved')
    expect(sentencesFor(told, score, 'solved').join(' ')).toMatch(/solved|working/i)
  })

  it.each(['How is this solved elsewhere?', '> EDIT: solved'])('does not take %j for solved', (text) => {
    expect(scorePost(post('Cannot sort my inbox', text)).signals).not.toContain('solved')
  })

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
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(' ')),
  )

  it('adds up to the score with the base and has a sentence for each listed signal, for any text', () => {
    fc.assert(
      fc.property(texts, texts, (title, selftext) => {
        const score = scorePost({ title, selftext, community: 'x' })
        expect(explained(score)).toBe(score.opportunityScore)
        expect(Number.isInteger(score.base)).toBe(true)
        const named = new Set(score.evidence.map((one) => one.signal))
        expect(score.signals.filter((signal) => !named.has(signal))).toEqual([])
        for (const one of score.evidence) {
          const text = one.field === 'title' ? title : selftext
          expect(one.start).toBeGreaterThanOrEqual(0)
          expect(one.end).toBeGreaterThanOrEqual(one.start)
          expect(one.end).toBeLessThanOrEqual(text.length)
          expect(Math.abs(one.points * 10 - Math.round(one.points * 10))).toBeLessThan(1e-9)
          expect(one.end > one.start).toBe(one.sentences === undefined)
          const given = one.sentences?.filter((_, at) => at % 3 === 2) ?? [one.points]
          expect(given.reduce((sum, points) => sum + Math.round(10 * points), 0)).toBe(
            Math.round(10 * one.points),
          )
          if (one.end > one.start) expect(Math.abs(one.points)).toBeGreaterThanOrEqual(0.5)
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
