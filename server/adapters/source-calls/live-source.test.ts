import { expect, test } from 'vitest'
import { makeQuery } from '#tests/harness/source-parts.ts'
import { holdsExcluded } from './live-source.ts'

const post = {
  title: 'Is there a tool for invoicing freelancers?',
  selftext: 'We track our time in a spreadsheet. Café owners too.',
}

test.each([
  ['an excluded word', ['tool', '-spreadsheet'], true],
  ['another form of it', ['tool', '-spreadsheets'], true],
  ['letters beyond ASCII', ['-CAFÉ'], true],
  ['a word that is not there', ['tool', '-toggl'], false],
  ['the words of a phrase apart', ['-time spreadsheet'], false],
  ['a phrase over the end of the title', ['-freelancers we'], false],
  ['an exclusion of nothing', ['tool', '-'], false],
  ['nothing to exclude', ['spreadsheet'], false],
])('%s', (_name, words, expected) => {
  expect(holdsExcluded(post, makeQuery(...words).terms)).toBe(expected)
})
