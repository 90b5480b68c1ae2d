import { describe, expect, test } from 'vitest'
import { keywordFinders } from '#contract/keyword-terms.ts'
import { limits } from '#contract/limits.ts'
import { parseKeyword } from '#contract/parse-keyword.ts'
import type { KeywordMatch } from '#contract/search.ts'
import { makeArchivedPost } from '#tests/harness/make-archived-post.ts'
import type { SensesOf } from './explain-related.ts'
import { passagesOf, shownText, showResults, unseenFinders } from './show-results.ts'

const filler = (words: number) => 'Plain words here. '.repeat(words)
const need = 'Is there any software or app that counts our stock?'

/** The snippet of a post with this text for a keyword. */
function shown(selftext: string, keyword: string, title = 'A shop') {
  const post = makeArchivedPost({ title, selftext }, 50)
  const text = shownText(post, keywordFinders(parseKeyword(keyword).terms), selftext)
  const [reason] = text.evidence
  return { ...text, reason: reason && (reason.words ?? selftext.slice(reason.start, reason.end)) }
}

test('the excerpt holds the keyword and the best reason where they stand near each other', () => {
  const { excerpt, reason } = shown(`${filler(60)}${need} We sell kettles. ${filler(60)}`, 'kettle')
  expect(excerpt).toContain(need)
  expect(excerpt).toContain('kettles')
  expect(reason).toBe(need)
})

test('where they stand far apart the excerpt holds the keyword, and the reason brings its words', () => {
  const { excerpt, evidence } = shown(`${need} ${filler(60)}We sell kettles. ${filler(60)}`, 'kettle')
  expect(excerpt).toContain('kettles')
  expect(evidence[0]?.words).toBe(need)
})

test('a reason that is longer than its room ends with a whole word and says that it goes on', () => {
  const long = `${need.slice(0, -1)} of kegs, casks, taps, hoses and glasses in all of our seven shops and bars each night?`
  const { evidence } = shown(`${long} ${filler(60)}We sell kettles. ${filler(60)}`, 'kettle')
  const words = evidence[0]?.words ?? ''
  expect(words).toMatch(/…$/u)
  expect(long).toContain(`${words.slice(0, -1)} `)
})

test('what the title shows need not be in the excerpt, which is about the reason', () => {
  const { excerpt } = shown(`Kettles. ${filler(60)}${need}`, 'kettle', 'Kettles and pots')
  expect(excerpt).toContain(need)
})

test('an excerpt is short, is found again at its offset, and is cut between words', () => {
  const selftext = `${filler(40)}${need} ${filler(20)}kettle ${filler(40)}`
  for (const keyword of ['kettle', 'shop', 'nothing']) {
    const { excerpt, excerptStart } = shown(selftext, keyword)
    expect(selftext.slice(excerptStart, excerptStart + excerpt.length)).toBe(excerpt)
    expect(excerpt.length).toBeLessThanOrEqual(limits.shownExcerptCharacters + 40)
    expect(` ${selftext} `).toContain(` ${excerpt.trim()} `)
  }
})

test('a word of the same stem is shown if the post has no closer form', () => {
  const far = (sentence: string) => `${filler(60)}${need} ${filler(60)}${sentence} ${filler(60)}`
  expect(shown(far('Management is hard.'), 'managment').excerpt).toContain('Management')
  expect(shown(far('An expense.'), 'expenses', 'Expensive shops').excerpt).toContain('An expense')
  expect(shown(far('Nothing.'), 'expenses', 'Expensive shops').excerpt).toContain(need)
})

test('words that stand in several places far apart are all shown', () => {
  const { excerpt, keywordPassages = [] } = shown(
    `Kettle. ${filler(60)} Teapot. ${filler(60)}`,
    'kettle teapot',
  )
  const all = [excerpt, ...keywordPassages.map(({ text }) => text)].join(' ')
  expect(all).toContain('Kettle')
  expect(all).toContain('Teapot')
})

test('an empty text shows nothing', () => {
  expect(shown('', 'kettle')).toMatchObject({ excerpt: '', excerptStart: 0, textCharacters: 0 })
})

const patternsOf = (keyword: string) => keywordFinders(parseKeyword(keyword).terms)
const firstPassage = (text: string, keyword: string) => passagesOf(text, patternsOf(keyword))[0]
const unseen = (keyword: string, title: string, excerpt = '') =>
  unseenFinders({ title, excerpt }, patternsOf(keyword)).length

test.each([
  ['expense reports', 'The report on an expense'],
  ['planning', 'We plan and planned'],
  ['companies', 'A company'],
  ['business', 'Two businesses'],
  ['time-tracking', 'Time tracking, or timetracking'],
  ['email', 'My e-mails'],
  ['restaurant/market', 'A market in a restaurant'],
  ['"cash flow"', 'Cash flow is king'],
  ['C++', 'C++ is old'],
  ['日本', '日本'],
])('"%s" is seen in "%s"', (keyword, title) => {
  expect(unseen(keyword, title)).toBe(0)
  expect(unseen(keyword, '', title)).toBe(0)
})

test.each([
  ['lead', 'A misleading title'],
  ['expense', 'Expensive'],
  ['"cash flow"', 'Flow of cash'],
])('"%s" is not seen in "%s"', (keyword, title) => {
  expect(unseen(keyword, title)).toBe(1)
})

test('what is excluded need not be seen', () => {
  expect(unseen('kettle -fish', 'A kettle')).toBe(0)
})

test('a passage holds the words, is cut between words, and says where it begins', () => {
  const text = `${'Some words before it. '.repeat(20)}I keep a kettle for my tea. ${'And words behind it. '.repeat(20)}`
  const passage = firstPassage(text, 'kettles')
  expect(passage?.text).toContain('I keep a kettle for my tea.')
  expect(passage?.text.length).toBeLessThanOrEqual(80)
  expect(text.slice(passage?.start, (passage?.start ?? 0) + (passage?.text.length ?? 0))).toBe(passage?.text)
  expect(text.charAt((passage?.start ?? 0) - 1)).toBe(' ')
  expect(passage?.text).toMatch(/^[A-Za-z.]+ .* [A-Za-z.]+$/su)
})

test('words that stand together are one passage, those far apart are several, in the order of the text', () => {
  const gap = 'Nothing here. '.repeat(30)
  const together = passagesOf(`A kettle. ${gap}Tea from a kettle. ${gap}`, patternsOf('kettle tea'))
  expect(together).toHaveLength(1)
  expect(together[0]?.text).toContain('Tea from a kettle.')
  const apart = passagesOf(`Tea. ${gap}A kettle. ${gap}`, patternsOf('kettle tea'))
  expect(apart.map(({ text }) => text.slice(0, 4))).toEqual(['Tea.', expect.any(String)])
  expect(apart[1]?.text).toContain('kettle')
})

test('a text that is one long word gives no more than it has', () => {
  const text = `kettle${'-x'.repeat(5000)}`
  expect(firstPassage(text, 'kettle')?.text).toBe('kettle')
  expect(firstPassage('No such word', 'kettle')).toBeUndefined()
})

describe('a post that was found without the keyword', () => {
  const words = ['supplier', 'wholesale', 'teapot']
  /** The first term has this sense; other terms have none. */
  const sensesOf: SensesOf = (terms) => [{ terms: terms.slice(0, 1), words }]

  async function show(
    selftext: string,
    { match = 'related', keyword = 'kettle' }: { match?: KeywordMatch; keyword?: string } = {},
  ) {
    const post = { ...makeArchivedPost({ title: 'A question', selftext }, 50), archiveId: 1 }
    const archive = {
      listPosts: async () => [],
      listTexts: async () => new Map([[1, selftext]]),
      listDetails: async () => new Map(),
    }
    const searcher = { kind: 'visitor' as const, visitorId: '', address: '' }
    const shownTo = { searcher, keyword, asOf: new Date() }
    const [result] = await showResults({ archive, sensesOf }, [{ post, match, offTopic: false }], shownTo)
    return result
  }

  test('a word of the keyword is not missing if the post has a word of the same stem', async () => {
    const post = 'Management of suppliers.'
    expect((await show(post, { keyword: 'managment kettle' }))?.missingWords).toEqual(['kettle'])
  })

  test('names the words for what it means, as written, and shows them', async () => {
    const result = await show(`${filler(60)}Our Suppliers sell teapots wholesale. ${filler(60)}`)
    expect(result?.otherWords).toEqual(['Suppliers', 'wholesale', 'teapots'])
    expect(result?.excerpt).toContain('Suppliers sell teapots wholesale')
  })

  test('names neither words of the keyword, nor a word twice, nor one within an address', async () => {
    const text = 'Suppliers, suppliers, drop-ship: see https://example.com/wholesale. Teapots!'
    expect((await show(text, { keyword: 'teapot shop' }))?.otherWords).toBeUndefined()
    expect((await show(text, { keyword: 'tea shop' }))?.otherWords).toEqual(['Suppliers', 'Teapots'])
  })

  test('names else what is missing of the keyword', async () => {
    const text = 'Our suppliers are slow.'
    expect((await show(text, { keyword: 'supplier kettle' }))?.missingWords).toEqual(['kettle'])
    expect((await show(text, { keyword: 'kettle' }))?.missingWords).toEqual(['kettle'])
    expect((await show(text, { keyword: 'slow suppliers' }))?.missingWords).toBeUndefined()
  })

  test('names what is missing as well, where it holds some of the keyword', async () => {
    const result = await show('Our suppliers sell teapots in a shop.', { keyword: 'kettle shop' })
    expect(result).toMatchObject({ missingWords: ['kettle'], otherWords: ['suppliers', 'teapots'] })
    expect((await show('Our suppliers sell teapots.'))?.missingWords).toBeUndefined()
  })

  test('names none where it has the word that they are for, or only one of them', async () => {
    const text = 'Our suppliers sell teapots.'
    const kettle = await show(`A kettle. ${text}`, { keyword: 'kettle shop' })
    expect(kettle).toMatchObject({ missingWords: ['shop'] })
    expect(kettle?.otherWords).toBeUndefined()
    expect((await show('Our suppliers are slow.'))?.otherWords).toBeUndefined()
    expect((await show(text, { match: 'post' }))?.otherWords).toBeUndefined()
  })
})
