import { describe, expect, test } from 'vitest'
import { makeQuery } from '#tests/harness/source-parts.ts'
import { findMatch } from './find-match.ts'

const post = {
  title: 'Is there a tool for invoicing freelancers?',
  selftext: 'We track our time in a spreadsheet. Café owners too.',
}
const matchOf = (...words: string[]) => findMatch(post, makeQuery(...words).terms)

describe('findMatch', () => {
  test.each([
    ['all words in the title', ['tool', 'invoicing'], 'title'],
    ['other forms of them', ['tools', 'invoice'], 'title'],
    ['words in title and text', ['invoicing', 'spreadsheets'], 'post'],
    ['a phrase', ['our time'], 'post'],
    ['the words of a phrase apart', ['time spreadsheet'], 'related'],
    ['a phrase over the end of the title', ['freelancers we'], 'related'],
    ['one word that is missing', ['invoicing', 'toggl'], 'related'],
    ['letters beyond ASCII', ['CAFÉ'], 'post'],
    ['an excluded word', ['tool', '-spreadsheets'], null],
    ['an excluded word that is not there', ['tool', '-toggl'], 'title'],
    ['an exclusion of nothing', ['tool', '-'], 'title'],
  ])('%s', (_name, words, expected) => {
    expect(matchOf(...words)).toBe(expected)
  })
})
