import { describe, expect, test } from 'vitest'
import type { ReadTerm } from './archive-query-rules.ts'
import { rankedKeyword } from './keyword-rules.ts'
import { type MeantPost, type RankingFeatures, rankerFor, rankMeant } from './relevance-rules.ts'

/** Consecutive terms of the keyword. Each has one lexeme unless stated otherwise. */
function terms(...own: (Partial<ReadTerm> & { lexeme: string })[]): ReadTerm[] {
  return own.map(({ lexeme, ...more }, offset) => ({
    written: lexeme,
    excluded: false,
    spellings: [[{ lexeme, offset: 0 }]],
    form: null,
    quoted: false,
    rarity: 3,
    share: 0.05,
    offset,
    ...more,
  }))
}

const asSenses = (words: readonly string[]) => [new Map(words.map((word, at) => [word, at + 1]))]

/** A post, described by the positions of each searched lexeme: `3A` in the title, `3` in the text. */
function post(places: Record<string, string>, own: Partial<RankingFeatures> = {}) {
  return (
    asked: readonly ReadTerm[],
    senseWords: readonly string[] = [],
    among: readonly RankingFeatures[] = [],
  ) => {
    const keyword = rankedKeyword(asked, asSenses(senseWords))
    const features = {
      score: 50,
      business: 0,
      isOneOff: false,
      asksNothing: false,
      asksForProduct: false,
      community: 1,
      senseShare: 0,
      size: 77,
      knowsForms: true,
      hasForms: keyword.forms.map(() => true),
    }
    const written = keyword.lexemes.map((one) => places[one] ?? '')
    return rankerFor(keyword, among)({ ...features, places: written, ...own })
  }
}

const kettle = terms({ lexeme: 'kettl' })
const teaKettle = terms({ lexeme: 'tea' }, { lexeme: 'kettl' })

describe('words of what the keyword means', () => {
  const senseWords = ['boil', 'water', 'steam', 'cup']

  test('lift a post that holds more of them, and in a long post mean less', () => {
    const rank = (own: Partial<RankingFeatures>) => post({ kettl: '9' }, own)(kettle, senseWords).rank
    expect(rank({ senseShare: 0.5 })).toBeGreaterThan(rank({ senseShare: 0.25 }))
    expect(rank({ senseShare: 0.25 })).toBeGreaterThan(rank({}))
    const gain = (size: number) => rank({ senseShare: 0.5, size }) / rank({ senseShare: 0, size })
    expect(gain(40)).toBeGreaterThan(gain(400))
  })

  test('lift a post whose community speaks of it more than others do, by how many posts say so', () => {
    const held = {
      score: 50,
      business: 0,
      isOneOff: false,
      asksNothing: false,
      asksForProduct: false,
      size: 77,
      knowsForms: true,
    }
    const one = (community: number, share: number) => ({
      ...held,
      community,
      senseShare: share,
      places: ['9'],
      hasForms: [],
    })
    const shop = Array.from({ length: 6 }, () => one(1, 0.5))
    const others = Array.from({ length: 12 }, () => one(2, 0))
    const rank = (community: number, among: readonly RankingFeatures[]) =>
      post({ kettl: '9' }, { community })(kettle, senseWords, among).rank
    const among = [...shop, ...others]
    expect(rank(1, among)).toBeGreaterThan(rank(3, among))
    expect(rank(2, among)).toBeLessThan(rank(3, among))
    expect(rank(1, among)).toBeGreaterThan(rank(1, [...shop.slice(0, 1), ...others]))
    expect(rank(1, shop)).toBeCloseTo(rank(1, []))
  })

  test('count for nothing where the thesaurus has none, nor where they are the keyword itself', () => {
    const plain = post({ kettl: '9' })(kettle)
    expect(post({ kettl: '9' }, { senseShare: 0 })(kettle, senseWords)).toEqual(plain)
    expect(rankedKeyword(kettle, asSenses(['kettl', 'boil'])).senseWords).toEqual(['boil'])
  })
})

describe('a post without the keyword', () => {
  const sense = (...words: string[]) => new Map(words.map((word) => [word, 12]))
  const keyword = rankedKeyword(kettle, [sense('boil', 'water', 'steam')])
  const rank = (own: Partial<MeantPost>, asked = keyword) =>
    rankMeant(asked, {
      archiveId: 1,
      score: 50,
      size: 77,
      isOneOff: false,
      asksNothing: false,
      asksForProduct: false,
      held: [1, 2],
      ...own,
    })?.rank ?? 0

  test('ranks by how rare the words for what is meant are, more in the title, and less in a long post', () => {
    expect(rank({})).toBeGreaterThan(0)
    expect(rank({ held: [1, 2, 3] })).toBeGreaterThan(rank({}))
    expect(rank({ held: [1, -2] })).toBeGreaterThan(rank({}))
    expect(rank({ size: 40 })).toBeGreaterThan(rank({}))
    expect(rank({ score: 90 })).toBeGreaterThan(rank({}))
    expect(rank({ isOneOff: true })).toBeLessThan(rank({}))
    expect(rank({ asksNothing: true })).toBeLessThan(rank({}))
    expect(rank({ asksForProduct: true })).toBeGreaterThan(rank({}))
  })

  test('has to speak of each sense, and ranks by that of which it says least', () => {
    const both = rankedKeyword(teaKettle, [sense('boil', 'water'), sense('leaf', 'cup')])
    expect(rank({ held: [1, 2] }, both)).toBe(0)
    expect(rank({ held: [1, 3] }, both)).toBe(rank({ held: [1, 2, 3] }, both))
    expect(rank({ held: [1, 2, 3, 4] }, both)).toBeGreaterThan(rank({ held: [1, 3] }, both))
  })

  test('holds two words, also where one is of two senses', () => {
    const both = rankedKeyword(teaKettle, [sense('boil', 'leaf'), sense('leaf', 'cup')])
    expect(both.senseWords).toEqual(['boil', 'leaf', 'cup'])
    expect([rank({ held: [2], size: 20 }, both), rank({ held: [1, 2], size: 20 }, both)]).toEqual([
      0,
      expect.any(Number),
    ])
  })

  test('is not shown where it says too little of it', () => {
    expect(
      rankMeant(keyword, {
        archiveId: 1,
        score: 99,
        size: 300,
        isOneOff: false,
        asksNothing: false,
        asksForProduct: false,
        held: [1, 2],
      }),
    ).toBeNull()
  })
})

describe('one word', () => {
  test('counts more in the title than in the text, and more often is more', () => {
    const once = post({ kettl: '9' })(kettle)
    expect(post({ kettl: '1A' })(kettle).rank).toBeGreaterThan(post({ kettl: '9,12' })(kettle).rank)
    expect(post({ kettl: '9,12' })(kettle).rank).toBeGreaterThan(once.rank)
    expect(once).toMatchObject({ match: 'post', occurrences: 1 })
    expect(post({ kettl: '1A,9' })(kettle)).toMatchObject({ match: 'title', occurrences: 2 })
  })

  test('weighs less in a long post', () => {
    const long = post({ kettl: '9' }, { size: 400 })(kettle)
    expect(long.rank).toBeLessThan(post({ kettl: '9' })(kettle).rank)
  })

  test('ranks lower where one answer ends the need, lowest where its writer asks for nothing', () => {
    const lasting = post({ kettl: '9' })(kettle)
    expect(post({ kettl: '9' }, { isOneOff: true })(kettle).rank).toBeCloseTo(lasting.rank * 0.82)
    expect(post({ kettl: '9' }, { asksNothing: true })(kettle).rank).toBeCloseTo(lasting.rank * 0.67)
  })

  test('ranks higher where its writer asks for a product, as there a need is likelier', () => {
    const advised = post({ kettl: '9' })(kettle)
    const wanted = post({ kettl: '9' }, { asksForProduct: true })(kettle)
    expect(wanted.rank).toBeCloseTo(advised.rank * 1.35)
  })

  test('needs its very form for its full rank, where forms are known', () => {
    const expense = terms({ lexeme: 'expens', form: '=expense' })
    const exact = post({ expens: '9' })(expense)
    const other = post({ expens: '9' }, { hasForms: [false] })(expense)
    expect(other.rank).toBeCloseTo(exact.rank * 0.8)
    const unknown = post({ expens: '9' }, { hasForms: [false], knowsForms: false, size: 57 })(expense)
    expect(unknown.rank).toBeCloseTo(exact.rank)
  })

  test('a different spelling is no different form', () => {
    const email = terms({
      lexeme: 'email',
      form: '=email',
      spellings: [[{ lexeme: 'email', offset: 0 }], [{ lexeme: 'e-mail', offset: 0 }]],
    })
    expect(post({ 'e-mail': '9' }, { hasForms: [false] })(email).rank).toBeCloseTo(
      post({ email: '9' })(email).rank,
    )
  })
})

describe('need and relevance', () => {
  test('act together: the higher score wins among equals, but not against what is far more to the point', () => {
    const passing = post({ kettl: '90' }, { score: 60, size: 300 })(kettle)
    const toThePoint = post({ kettl: '1A,9,12' }, { score: 40 })(kettle)
    expect(toThePoint.rank).toBeGreaterThan(passing.rank)
    const needed = post({ kettl: '9' }, { score: 60 })(kettle)
    expect(needed.rank).toBeGreaterThan(post({ kettl: '9' }, { score: 40 })(kettle).rank)
  })

  test('a post with most of the words and a need may stand above one with all of them and none', () => {
    const most = post({ kettl: '1A,9' }, { score: 80 })(teaKettle)
    expect(most.match).toBe('related')
    expect(most.rank).toBeGreaterThan(post({ tea: '4', kettl: '80' }, { score: 5 })(teaKettle).rank)
  })
})

describe('a community about work', () => {
  test('lifts posts with all the words, as far as its posts do', () => {
    const ordinary = post({ kettl: '9' })(kettle).rank
    expect(post({ kettl: '9' }, { business: 0.5 })(kettle).rank / ordinary).toBeCloseTo(1.25)
    expect(post({ kettl: '9' }, { business: 1 })(kettle).rank / ordinary).toBeCloseTo(1.5)
  })

  test('lifts no post that holds only some of the words', () => {
    const some = post({ kettl: '9' })(teaKettle)
    expect(post({ kettl: '9' }, { business: 0.5 })(teaKettle)).toEqual(some)
  })
})

describe('several words', () => {
  const rankAt = (tea: string, kettl: string) => post({ tea, kettl })(teaKettle).rank

  test('as a phrase count 1.3 times, close together 1.15 times', () => {
    const apart = rankAt('5', '50')
    expect(rankAt('5', '12') / apart).toBeCloseTo(1.15)
    expect(rankAt('12', '5') / apart).toBeCloseTo(1.15)
    expect(rankAt('5', '6') / apart).toBeCloseTo(1.15 * 1.3)
    expect(rankAt('6', '5') / apart).toBeCloseTo(1.15)
  })

  test('in the title, all of them, count more than one there and one in the text', () => {
    expect(post({ tea: '1A', kettl: '2A' })(teaKettle).match).toBe('title')
    expect(post({ tea: '1A', kettl: '20' })(teaKettle).match).toBe('post')
    expect(rankAt('1A', '2A')).toBeGreaterThan(rankAt('1A', '20'))
  })

  test('with a dropped word between them are a phrase with a gap', () => {
    const crmForFreelancers = [
      ...terms({ lexeme: 'crm' }),
      ...terms({ lexeme: 'freelanc' }).map((term) => ({ ...term, offset: 2 })),
    ]
    const ranked = (crm: string, freelanc: string) => post({ crm, freelanc })(crmForFreelancers).rank
    expect(ranked('4', '6')).toBeGreaterThan(ranked('4', '7'))
  })

  test('occurrences are those of the rarest', () => {
    const asked = terms({ lexeme: 'tea', rarity: 2 }, { lexeme: 'kettl', rarity: 6 })
    expect(post({ tea: '1,2,3', kettl: '7,9' })(asked).occurrences).toBe(2)
  })

  test('of a quoted phrase count only where they follow each other', () => {
    const quoted = terms({
      lexeme: 'tea kettl',
      spellings: [
        [
          { lexeme: 'tea', offset: 0 },
          { lexeme: 'kettl', offset: 1 },
        ],
      ],
    })
    expect(post({ tea: '1A,20', kettl: '2A,40' })(quoted)).toMatchObject({ match: 'title', occurrences: 1 })
    expect(post({ tea: '5', kettl: '9' })(quoted).match).toBe('related')
  })
})

test('excluded words and words too common to search for are not asked for', () => {
  const asked = terms(
    { lexeme: 'kettl' },
    { lexeme: 'fish', excluded: true, form: '=fish' },
    { lexeme: 'the', spellings: [] },
  )
  expect(rankedKeyword(asked)).toMatchObject({ lexemes: ['kettl'], forms: [] })
})

describe('a post is likely about something else', () => {
  const isOffTopic = (
    places: Record<string, string>,
    own: Partial<RankingFeatures> = {},
    senseWords?: string[],
  ) => post(places, { size: 140, ...own })(teaKettle, senseWords).offTopic

  test('where a long one holds the words far apart, and not where they stand together or in the title', () => {
    expect(isOffTopic({ tea: '9', kettl: '90' })).toBe(true)
    expect(isOffTopic({ tea: '9,50', kettl: '30,70' }, { size: 30 })).toBe(false)
    expect(isOffTopic({ tea: '9,40,60', kettl: '10,41,61' })).toBe(false)
    expect(isOffTopic({ tea: '1A', kettl: '2A' })).toBe(false)
  })

  test('where it holds only some of them, and not where it speaks of what they mean', () => {
    const words = ['boil', 'water', 'steam', 'cup', 'pot']
    expect(isOffTopic({ kettl: '9' })).toBe(true)
    expect(isOffTopic({ kettl: '9' }, { senseShare: 0.9, size: 60 }, words)).toBe(false)
    expect(isOffTopic({ kettl: '9' }, { senseShare: 0, size: 60 }, words)).toBe(true)
  })

  test('where it mentions a word once in another form, however rare the word is', () => {
    const mention = (own: Partial<ReadTerm>, has: boolean) =>
      post({ kettl: '9' }, { size: 60, hasForms: [has] })(terms({ lexeme: 'kettl', form: '=kettl', ...own }))
    for (const rarity of [1, 8]) {
      expect([true, false].map((has) => mention({ rarity }, has).offTopic)).toEqual([false, true])
    }
  })
})

test('where nothing can be searched for, no post is about it', () => {
  const asked = terms({ lexeme: 'the', spellings: [] })
  expect(post({})(asked)).toEqual({ match: 'post', offTopic: false, rank: 0, occurrences: 0 })
})
