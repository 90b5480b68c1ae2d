import { describe, expect, test } from 'vitest'
import {
  findNeeds,
  findProducts,
  listCosts,
  listOffers,
  listWaysOfCoping,
  type NeedPost,
  type PostSentence,
  sentencesShowing,
  wordsOf,
} from './needs.ts'
import { shippedScorer } from './shipped-scorer.ts'
import type { Signal } from './signal.ts'

const { scorePost } = shippedScorer()

type Written = { title: string; selftext?: string; community?: string }

function makePosts(written: readonly Written[]): NeedPost[] {
  return written.map(({ title, selftext = '', community = 'smallbusiness' }, at) => {
    const post = { title, selftext, community }
    return { ...post, ...scorePost(post), rank: 1000 - at }
  })
}

const shopWords: readonly Written[] = [
  {
    title: 'Is there software to track stock across two shops?',
    selftext:
      'I run two shops and count stock by hand every night. I need software that tracks stock in both.',
  },
  {
    title: 'Any tool to track stock in several shops?',
    selftext:
      'We copy the stock of three shops into a spreadsheet each evening. Looking for a tool to track stock.',
    community: 'retail',
  },
  {
    title: 'Which software tracks stock in two shops?',
    selftext: 'We have two shops and count stock on paper. I am looking for software that tracks stock.',
    community: 'sweden',
  },
  {
    title: 'How do I photograph cups for my shop?',
    selftext: 'My cups look dull in every photo. Which lamp do you use for a small shop?',
    community: 'photography',
  },
  {
    title: 'Where can I send invoices from my shop?',
    selftext: 'I need an app that sends invoices to my customers. QuickBooks is too slow and I hate it.',
  },
  { title: 'Our shop has a cat', selftext: 'It sleeps in the window.', community: 'cats' },
]
const shop = makePosts(shopWords)

const namesOf = (posts: readonly NeedPost[]) =>
  findNeeds(posts).needs.map(({ name, posts: told }) => ({ name: wordsOf(posts, name), told }))

describe('needs', () => {
  test('hold the posts that want the same thing, and no other post of the keyword', () => {
    const { needs, alone } = findNeeds(shop)
    expect(needs.map(({ posts }) => posts.toSorted((a, b) => a - b))).toEqual([[0, 1, 2]])
    expect(alone.flatMap(({ posts }) => posts)).toEqual([3, 4, 5])
  })

  test('are named by a whole title or sentence of one of their posts', () => {
    const [need] = namesOf(shop)
    const sentences = [0, 1, 2].flatMap((post) => [
      shop[post]?.title ?? '',
      ...sentencesShowing(shop, post, ['solution_request', 'own_need', 'software_job', 'requirement']).map(
        (sentence) => wordsOf(shop, sentence),
      ),
    ])
    expect(sentences).toContain(need?.name)
    expect(need?.name).toMatch(/track.* stock|stock.*track/u)
  })

  test('take three posts: what two want is told once by each', () => {
    const two = shop.filter((_, at) => at !== 2)
    expect(findNeeds(two).needs).toEqual([])
    expect(findNeeds(two).alone.flatMap(({ posts }) => posts)).toEqual([...two.keys()])
  })

  test('take three authors: posts of one who is known count once', () => {
    const by = (...authors: string[]) =>
      findNeeds(shop.map((post, at) => ({ ...post, attribution: { author: authors[at] ?? `other ${at}` } })))
    expect(by('ann', 'ann', 'bob').needs).toEqual([])
    expect(by('ann', 'cem', 'bob').needs).toHaveLength(1)
  })

  test('are led by their strongest post, whichever fits the keyword best', () => {
    const weakFirst = shop.map((post, at) => ({ ...post, opportunityScore: [60, 71, 98][at] ?? 50 }))
    expect(findNeeds(weakFirst).needs.map(({ posts }) => posts)).toEqual([[2, 1, 0]])
  })

  test.each([
    ['recommends', 'Might I recommend StockPal? It tracks stock in several shops.', ''],
    ['hires', '[Hiring] Need somebody to build software to track stock in shops', 'We pay $500 for it.'],
    [
      'sells',
      'I built a tool to track stock in several shops',
      'Check out my new app StockPal, it tracks stock in all your shops. Sign up for free and get 20% off! What would you want of it?',
    ],
    [
      'lists tools',
      'Five tools to track stock in several shops',
      'I recommend these five. I made a list of tools that track stock in several shops, check out my blog.',
    ],
  ])('take in nobody who %s, and do not tell it once', (_, title, selftext) => {
    const { needs, alone } = findNeeds(makePosts([{ title, selftext }, ...shopWords]))
    expect(needs.map(({ posts }) => posts.toSorted((a, b) => a - b))).toEqual([[1, 2, 3]])
    expect(alone.flatMap(({ posts }) => posts)).not.toContain(0)
  })

  test('are named by the sentence that most of their authors would sign, not by what one of them adds', () => {
    const named = makePosts([
      {
        title:
          'Is there a tool to track stock in several shops on a Nokia phone, with barcodes of vinyl records?',
      },
      { title: 'Can anyone recommend a tool to track stock in several shops?' },
      { title: 'Looking for software to track stock of several bakery shops' },
    ])
    const [need] = namesOf(named)
    expect(need?.told).toHaveLength(3)
    expect(need?.name).toBe('Can anyone recommend a tool to track stock in several shops?')
  })

  test('are none of posts that only advise', () => {
    const advice = makePosts(
      [6, 7, 8].map((lessons) => ({
        title: `${lessons} lessons from tracking the stock of three shops`,
        selftext: 'Here is what I learned. You should count stock every night and check out my blog post.',
      })),
    )
    expect(findNeeds(advice).needs).toEqual([])
  })

  test('are the same whatever order the posts come in', () => {
    const turned = shop.toReversed()
    expect(namesOf(turned).map(({ name }) => name)).toEqual(namesOf(shop).map(({ name }) => name))
    const titlesOf = (posts: readonly NeedPost[]) =>
      findNeeds(posts).needs.map((need) => need.posts.map((at) => posts[at]?.title))
    expect(titlesOf(turned)).toEqual(titlesOf(shop))
  })

  test('are not made of the name of the community', () => {
    const excel = makePosts(
      ['freeze the first row', 'print on one page', 'count red cells', 'undo a merge', 'add a footnote'].map(
        (wish) => ({ title: `Excel: how do I ${wish} in Excel?`, community: 'excel' }),
      ),
    )
    expect(findNeeds(excel).needs).toEqual([])
  })

  test('are at most five, and what is left stands alone', () => {
    const jobs = [
      ['ferries', 'schedule ferry crews'],
      ['bees', 'weigh beehive honey'],
      ['opera', 'translate opera subtitles'],
      ['vinyl', 'sort vinyl records'],
      ['piano', 'bill piano lessons'],
      ['hiking', 'map hiking trails'],
      ['wedding', 'plan wedding seating'],
      ['museum', 'label museum fossils'],
      ['sheep', 'count sheep flocks'],
    ]
    const many = makePosts(
      jobs.flatMap(([community = '', job]) => [
        { title: `Is there software to ${job}?`, selftext: `I need software to ${job}.`, community },
        { title: `Looking for a tool to ${job}`, selftext: `I have to ${job} by hand.`, community },
        { title: `Which tool can ${job}?`, selftext: `We ${job} on paper and need a tool.`, community },
      ]),
    )
    const { needs, alone } = findNeeds(many)
    expect(needs).toHaveLength(5)
    const told = [...needs, ...alone].flatMap(({ posts }) => posts).sort((a, b) => a - b)
    expect(told).toEqual([...many.keys()])
  })

  test('of no post are none, and one post stands alone', () => {
    expect(findNeeds([])).toEqual({ needs: [], alone: [] })
    expect(findNeeds(shop.slice(0, 1)).alone).toHaveLength(1)
  })

  test('come to an end on what is no language', () => {
    const odd = ['', '\u{1F600}'.repeat(200), 'مرحبا '.repeat(80), 'a'.repeat(5000), '\u0000 ((( "']
    expect(() => findNeeds(makePosts(odd.map((text) => ({ title: text, selftext: text }))))).not.toThrow()
  })
})

describe('what is said around a need', () => {
  const asked = (selftext: string) => makePosts([{ title: 'Is there an app for invoices?', selftext }])
  const shows = (selftext: string, signal: Signal) =>
    sentencesShowing(asked(selftext), 0, [signal]).some(({ field }) => field === 'selftext')
  const said = (selftext: string) => {
    const posts = asked(selftext)
    const words = (found: PostSentence[]) => found.map((sentence) => wordsOf(posts, sentence))
    return {
      coping: words(listWaysOfCoping(posts, 0)),
      prices: words([...listOffers(posts, 0), ...listCosts(posts, 0)]),
      against: findProducts(posts, [0]).flatMap(({ against }) => words(against)),
    }
  }

  test('is how somebody manages, not what a spreadsheet is', () => {
    const mine = 'I copy every invoice by hand into a spreadsheet.'
    expect(said(mine).coping).toEqual([mine])
    const list = 'Numbers: spreadsheet and charts, copy and paste by hand.'
    expect(shows(list, 'workaround')).toBe(true)
    expect(said(list).coping).toEqual([])
  })

  test('is a price only where money is spoken of', () => {
    const offer = 'I would gladly pay $20 a month for it.'
    expect(said(offer).prices).toContain(offer)
    const rig = 'My budget, british LTC mining rig.'
    expect(said(rig).prices).toEqual([])
    expect(said('My clients pay a late fee of $20 a month, which I hate to chase.').prices).toEqual([])
  })

  test('is held against a product only where something is', () => {
    const fault = 'I hate QuickBooks, it is too slow and loses hours.'
    expect(said(fault).against).toEqual([fault])
    const praise = 'I tried QuickBooks, which seems to be the best solution.'
    expect(shows(praise, 'tried')).toBe(true)
    expect(said(praise).against).toEqual([])
    for (const none of [
      'I hate paper, so I have been looking into systems like BaseCamp.',
      'I cannot figure out how to filter invoices in QuickBooks.',
    ])
      expect(said(none).against, none).toEqual([])
  })
})

describe('products', () => {
  const say = (selftext: string) => makePosts([{ title: 'Which invoice tool?', selftext }])
  const namesIn = (selftext: string) => {
    const posts = say(selftext)
    return findProducts(posts, [...posts.keys()]).map(({ name }) => name)
  }

  test('are named as people write them, and what is held against them is their sentence', () => {
    const [first] = findProducts(shop, [...shop.keys()])
    expect(first).toMatchObject({ name: 'QuickBooks', posts: [4] })
    expect(first?.against.map((sentence) => wordsOf(shop, sentence)).join(' ')).toContain('too slow')
  })

  test('are not ordinary words that open a sentence, months, or cells of a sheet', () => {
    const names = namesIn(
      'Anyone used an alternative to xero since March? Currently B23 is my total. Thanks Reddit.',
    )
    expect(names.map((name) => name.toLowerCase())).toEqual(['xero'])
  })

  test('that are words too need their capital', () => {
    expect(namesIn('I use Mint to bill, is there an alternative to Mint?')).toContain('Mint')
    expect(namesIn('I drink mint tea, is there an alternative to mint?')).toEqual([])
  })
})
