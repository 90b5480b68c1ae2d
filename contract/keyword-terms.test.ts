import { expect, test } from 'vitest'
import { keywordPatterns, parseKeyword, sameQuestion, wordFinder } from './keyword-terms.ts'

const word = (words: string) => ({ words, phrase: false, excluded: false })

const email = { ...word('email'), spellings: ['e-mail'] }

test.each([
  ['invoice software', [word('invoice'), word('software')]],
  ['"time tracking" teams', [{ ...word('time tracking'), phrase: true }, word('teams')]],
  ['“time tracking”', [{ ...word('time tracking'), phrase: true }]],
  ['email -gmail', [email, { ...word('gmail'), excluded: true }]],
  ['email -"google mail"', [email, { words: 'google mail', phrase: true, excluded: true }]],
  [
    'time-tracking',
    [{ ...word('time tracking'), phrase: true, spellings: ['timetracking', 'time-tracking'] }],
  ],
  ['e-mail', [{ ...word('e mail'), phrase: true, spellings: ['email', 'e-mail'] }]],
  ['to-do list', [{ ...word('to do'), phrase: true, spellings: ['todo', 'to-do'] }, word('list')]],
  ['todo', [{ ...word('todo'), spellings: ['to-do'] }]],
  ['Nonprofit', [{ ...word('Nonprofit'), spellings: ['non-profit'] }]],
  ['quickbooks.com', [{ ...word('quickbooks com'), phrase: true, spellings: ['quickbooks.com'] }]],
  ['restaurant/market CRM/ERP', ['restaurant', 'market', 'CRM', 'ERP'].map(word)],
  ['crm -a/b', [word('crm'), { ...word('a'), excluded: true }, { ...word('b'), excluded: true }]],
  ['constructor', [word('constructor')]],
  ['ｉｎｖｏｉｃｅ', [word('invoice')]],
  ['"never closed', [word('never'), word('closed')]],
  ['- & "" !', []],
])('%s asks for its words, phrases and exclusions', (keyword, terms) => {
  expect(parseKeyword(keyword).terms).toEqual(terms)
})

test('case, width and white space do not make another keyword', () => {
  const forms = ['Time  Tracking', ' time tracking ', 'ｔｉｍｅ TRACKING', 'time\u00a0tracking']
  expect(new Set(forms.map((form) => sameQuestion(parseKeyword(form))))).toEqual(new Set(['time tracking']))
})

test('in: limits a keyword to communities, however they are written, and is none of its words', () => {
  const forms = [
    'invoices in:SaaS,startups',
    'in:r/startups,/r/saas  Invoices',
    'in:startups invoices in:SaaS',
  ]
  for (const form of forms) {
    const { keyword, terms, communities } = parseKeyword(form)
    expect([keyword.toLowerCase(), terms.length, communities?.toSorted()]).toEqual([
      'invoices',
      1,
      ['saas', 'startups'],
    ])
  }
  expect(new Set(forms.map((form) => sameQuestion(parseKeyword(form))))).toEqual(
    new Set(['invoices in:saas,startups']),
  )
  expect(parseKeyword('sign in: broken').communities).toBeUndefined()
})

test('words are found in any of their forms, as written, in the order of the list', () => {
  const find = wordFinder(['invoice', 'erp', 'categorize'])
  expect(find('ERP? We categorized twice, and Invoicing twice: invoices.')).toEqual([
    'Invoicing',
    'ERP',
    'categorized',
  ])
  expect(find('Inventory, or none')).toEqual([])
})

test('the root of a word is found only where it is a word of its own', () => {
  const find = (keyword: string, text: string) =>
    keywordPatterns(parseKeyword(keyword).terms).every((pattern) => text.search(pattern) !== -1)
  for (const keyword of ['note', 'notes']) {
    expect(find(keyword, 'I do not')).toBe(false)
    expect(find(keyword, 'noted, noting') && find(keyword, 'a note') && find(keyword, 'Notes')).toBe(true)
  }
  expect(find('boxes', 'a box') && find('companies', 'a company') && find('company', 'Companies')).toBe(true)
  expect(find('essays', 'an essay') && find('essays', 'Essays') && find('survey', 'surveyed')).toBe(true)
  expect(find('tracking', 'to track') && find('track', 'tracking')).toBe(true)
})

test('words that join others are looked for only where there is nothing else', () => {
  const patterns = (keyword: string) =>
    keywordPatterns(parseKeyword(keyword).terms).map(({ source }) => source)
  expect(patterns('point of sale')).toEqual(patterns('point sale'))
  expect(patterns('of')).toHaveLength(1)
})
