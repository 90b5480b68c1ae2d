import { expect, test } from 'vitest'
import { isIn } from './is-in.ts'
import { keywordFinders, wordFinder } from './keyword-terms.ts'
import { limitsOf, parseKeyword, sameQuestion } from './parse-keyword.ts'

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
  [
    'crm -alpha/beta',
    [word('crm'), { ...word('alpha'), excluded: true }, { ...word('beta'), excluded: true }],
  ],
  ['crm -A/B', [word('crm'), { ...word('A/B'), excluded: true, signs: ['a/b'] }]],
  ['C/C++', [{ ...word('C C++'), phrase: true, signs: ['c', 'c++'] }]],
  ['(AT&T), yahoo!', [{ ...word('AT&T'), signs: ['at&t'] }, word('yahoo!')]],
  ['$1,000/month', [{ ...word('$1 000 month'), phrase: true, signs: ['$1000'] }]],
  [
    'covid-19',
    [{ ...word('covid 19'), phrase: true, spellings: ['covid19', 'covid-19'], numbered: 'covid -19' }],
  ],
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
    keywordFinders(parseKeyword(keyword).terms).every((finder) => isIn(finder, text))
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
    keywordFinders(parseKeyword(keyword).terms).map(({ pattern }) => pattern.source)
  expect(patterns('point of sale')).toEqual(patterns('point sale'))
  expect(patterns('of')).toHaveLength(1)
})

test.each([
  ['C++', 'C++, C# and C', ['C++']],
  ['C', 'C++, C# and C', ['C']],
  ['.NET', 'ASP.NET, foo.net and .NET', ['.NET']],
  ['"C++ profilers"', 'A C profiler, a C++ profiler', ['C++ profiler']],
  ['at&t', 'AT&amp;T or AT&T, at T', ['AT&amp;T', 'AT&T']],
  ['$1000/month', 'For $1,000/month, not $10,000/month', ['$1,000/month']],
  ['covid-19', 'COVID-19, covid 19', ['COVID-19', 'covid 19']],
])('%s is found in "%s" as it is written', (keyword, text, found) => {
  const [finder] = keywordFinders(parseKeyword(keyword).terms)
  expect([...text.matchAll(finder?.pattern ?? /$/gu)].map(([words]) => words)).toEqual(found)
})

test('a name of several words stands in quotes behind in:, and nothing behind it is told', () => {
  expect(parseKeyword('type in:"Small Shops"')).toMatchObject({
    keyword: 'type',
    communities: ['small shops'],
  })
  expect(parseKeyword('in:r/a11y+blind,https://www.reddit.com/r/SaaS/ x').communities).toEqual([
    'a11y',
    'blind',
    'saas',
  ])
  expect(parseKeyword('in: x')).toMatchObject({ keyword: 'x', emptyLimit: true })
  expect(limitsOf('x in:“Small Shops” in: in:SaaS')).toBe('in:"Small Shops" in:SaaS')
})
