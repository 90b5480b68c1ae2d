import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  editDistance,
  meantWord,
  nearbyMarketWords,
  relatedWords,
  replaceWord,
  sharedTitleWords,
} from './suggestion-rules.ts'

test.each([
  ['invocing', 'invoicing', 1],
  ['recieve', 'receive', 1],
  ['schedulling', 'scheduling', 1],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
])('from "%s" to "%s" it is %i changes', (from, to, changes) => {
  expect(editDistance(from, to)).toBe(changes)
})

test('a distance is the same both ways, and 0 only of equals', () => {
  const word = fc.string({ maxLength: 12 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a))
      expect(editDistance(a, b) === 0).toBe(a === b)
    }),
  )
})

const counted = (own: Record<string, number>) =>
  Object.entries(own).map(([word, titles]) => ({ word, titles }))

test('the nearest word is meant, and of equally near ones the commonest', () => {
  expect(meantWord('restuarant', counted({ restaurant: 300, restaurants: 900 }))).toBe('restaurant')
  expect(meantWord('clent', counted({ client: 400, cleat: 3, cent: 30 }))).toBe('client')
})

test.each([
  ['planing', 'planning', { playing: 448, placing: 10, planning: 231 }],
  ['recipt', 'receipt', { recipe: 139, receipt: 6 }],
  ['hotle', 'hotel', { hole: 80, hotel: 44 }],
  ['estmate', 'estimate', { estate: 105, estimate: 28 }],
  ['busines', 'business', { buses: 3, business: 1013 }],
])('"%s" means "%s": a letter left out or swapped is likelier than a wrong one', (typed, meant, nearby) => {
  expect(meantWord(typed, counted(nearby))).toBe(meant)
})

test.each([
  ['a word that titles have', 'onboarding', { onboarding: 30, boarding: 900 }],
  ['a word that only looks alike', 'zapier', { paper: 900, zipper: 40 }],
  ['a plural', 'kettle', { kettles: 900 }],
  ['another first letter', 'tinder', { binder: 500 }],
  ['nothing near', 'xqzzt', {}],
])('nothing is meant by %s', (_name, written, nearby: Record<string, number>) => {
  expect(meantWord(written, counted(nearby))).toBeNull()
})

test('a word that titles have is meant otherwise only where that is far commoner and one change away', () => {
  expect(meantWord('recieve', counted({ recieve: 10, receive: 900 }))).toBe('receive')
  expect(meantWord('recieve', counted({ recieve: 30, receive: 900 }))).toBeNull()
})

test('only the word itself is replaced, whatever its case, and quotes and minus stay', () => {
  expect(replaceWord('-"Churhc bills" churhcs', 'churhc', 'church')).toBe('-"church bills" churhcs')
})

const title = (word: string, here: number, titles: number, stem = word) => ({ word, stem, here, titles })

test('related words are those of these titles and few others, each stem once, without those that were asked for', () => {
  const words = [
    title('tenants', 6, 60, 'tenant'),
    title('tenant', 4, 50, 'tenant'),
    title('rental', 5, 80),
    title('business', 45, 500),
    title('landlord', 40, 90),
    title('there', 9, 200, ''),
  ]
  const among = { titles: 50, all: 100_000, keywordStems: ['landlord'] }
  expect(relatedWords(words, among)).toEqual(['tenants', 'rental'])
  expect(relatedWords([], { ...among, titles: 0 })).toEqual([])
})

test('words for what the keyword means go before others, then those that the archive has in enough titles', () => {
  const words = [
    title('anybody', 9, 90, 'anybodi'),
    title('kitchen', 0, 70),
    title('menus', 3, 20, 'menu'),
    title('menu', 0, 80),
    title('chef', 0, 4),
  ]
  const among = { titles: 50, all: 100_000, keywordStems: ['restaur'] }
  expect(relatedWords(words, { ...among, meant: ['chef', 'kitchen', 'menus'] })).toEqual([
    'menus',
    'kitchen',
    'anybody',
  ])
})

test('title words are plain ones of some length that at least three titles share, each counted once a title', () => {
  const titles = [
    'Rental tax: rental/lease',
    'A RENTAL lease (tax 2015)',
    'Rentals, the café rental? lease2',
    'lease',
  ]
  expect(sharedTitleWords(titles)).toEqual(
    new Map([
      ['rental', 3],
      ['lease', 3],
    ]),
  )
})

test('a market word that is one change away is nearby, though no title holds it, and no form of the word is', () => {
  const near = (written: string) =>
    nearbyMarketWords(written, ['onboarding', 'invoice', 'reconcile', 'payroll']).map(({ word }) => word)
  expect(['onbording', 'invoce', 'payrol', 'reconciled', 'invoice'].map(near)).toEqual([
    ['onboarding'],
    ['invoice'],
    ['payroll'],
    [],
    [],
  ])
})
