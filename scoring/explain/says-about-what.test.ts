import { expect, it } from 'vitest'
import { saysAboutWhat } from './says-about-what.ts'

const says = (text: string) => saysAboutWhat(text, { start: 0, end: text.length })

it.each([
  'Any recommendations?',
  'Any ideas',
  'Your thoughts?',
  'Is there an easier way to do this?',
  "I'd like some HELP.",
  'What’s best? 🙂 ',
  '',
])('misses the object of "%s"', (text) => {
  expect(says(text)).toBe(false)
})

it.each([
  'Any recommendations for a till?',
  'Is there an easier way to file receipts?',
  'Any R&D?',
  'What is 7?',
  'Is that an é?',
  'Any ideas... or.not?',
  'Is it 𝐛𝐨𝐥𝐝?',
])('finds what "%s" is about', (text) => {
  expect(says(text)).toBe(true)
})

it('reads nothing outside its range', () => {
  expect(saysAboutWhat('till any idea till', { start: 5, end: 13 })).toBe(false)
  expect(saysAboutWhat('any 𝐛', { start: 0, end: 5 })).toBe(false)
})
