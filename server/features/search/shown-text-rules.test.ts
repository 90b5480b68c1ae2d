import { expect, test } from 'vitest'
import { keywordPatterns } from '#contract/keyword-pattern.ts'
import { parseKeyword } from '#contract/keyword-terms.ts'
import { limits } from '#contract/limits.ts'
import { makeArchivedPost } from '#tests/harness/make-archived-post.ts'
import { shownText } from './shown-text-rules.ts'

const filler = (words: number) => 'Plain words here. '.repeat(words)
const need = 'Is there any software or app that counts our stock?'

/** What a list shows of a post with this text to somebody who searched for a keyword. */
function shown(selftext: string, keyword: string, title = 'A shop') {
  const post = makeArchivedPost({ title, selftext }, 50)
  const text = shownText(post, keywordPatterns(parseKeyword(keyword).terms), selftext)
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

test('words that stand in several places far apart are all told', () => {
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
