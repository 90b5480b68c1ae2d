import { expect, test } from 'vitest'
import { normaliseKeyword, parseKeyword } from './keyword-rules.ts'

const word = (words: string) => ({ words, phrase: false, excluded: false })

test.each([
  ['invoice software', [word('invoice'), word('software')]],
  ['"time tracking" teams', [{ ...word('time tracking'), phrase: true }, word('teams')]],
  ['“time tracking”', [{ ...word('time tracking'), phrase: true }]],
  ['email -gmail', [word('email'), { ...word('gmail'), excluded: true }]],
  ['email -"google mail"', [word('email'), { words: 'google mail', phrase: true, excluded: true }]],
  ['time-tracking', [{ ...word('time tracking'), phrase: true }]],
  ['ｉｎｖｏｉｃｅ', [word('invoice')]],
  ['"never closed', [word('never'), word('closed')]],
  ['- & "" !', []],
])('%s asks for its words, phrases and exclusions', (keyword, terms) => {
  expect(parseKeyword(keyword).terms).toEqual(terms)
})

test('case, width and white space do not make another keyword', () => {
  const forms = ['Time  Tracking', ' time tracking ', 'ｔｉｍｅ TRACKING', 'time\u00a0tracking']
  expect(new Set(forms.map(normaliseKeyword))).toEqual(new Set(['time tracking']))
})
