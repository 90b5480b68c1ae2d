import { expect, test } from 'vitest'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { readThesaurus } from './keyword-rules.ts'
import { shippedThesaurus } from './shipped-thesaurus.ts'

const thesaurus = readThesaurus(
  [
    'kettle\twhat boils water\tboil steam',
    'tea kettle\twhat boils water for tea\tleaves',
    'e-kettle\ta kettle on the net\twifi',
    'company\twho sells\ttrade',
    'kettle of fish\ta muddle\tmess',
    'kettle mender\twho mends kettles\tsolder',
  ].join('\n'),
)
const senses = (keyword: string) => thesaurus(parseKeyword(keyword).terms).map((sense) => sense.keyword)

test('the senses of a keyword are those of its longest runs of words, singular or plural, with hyphens or without', () => {
  expect(senses('Kettles')).toEqual(['kettle'])
  expect(senses('tea kettles for companies')).toEqual(['tea kettle', 'company'])
  expect([senses('e-kettle'), senses('ekettles')]).toEqual([['e-kettle'], ['e-kettle']])
})

test('words that join others do not count, and those who do something are what they do', () => {
  expect([senses('kettle of fish'), senses('fish with kettle')]).toEqual([['kettle of fish'], []])
  expect([senses('kettle mending'), senses('kettle menders')]).toEqual([['kettle mender'], ['kettle mender']])
})

test('a keyword with a word that has no sense, or that is in quotes, has none; what is left out needs none', () => {
  expect([senses('spoons'), senses('kettle spoons')]).toEqual([[], []])
  expect([senses('"kettle"'), senses('company "kettle"')]).toEqual([[], []])
  expect(senses('company -kettle')).toEqual(['company'])
})

test('a word that only asks for software needs no sense, nor is it one', () => {
  expect([senses('kettle tracker'), senses('tea kettle planning apps')]).toEqual([['kettle'], ['tea kettle']])
  expect([senses('tools'), senses('spoon manager')]).toEqual([[], []])
  expect([senses('alternative to kettle'), senses('alternatives')]).toEqual([['kettle'], []])
})

test('a line that is no sense, or that says a keyword again, is named', () => {
  expect(() => readThesaurus('kettle\tboils\twater\nspoon\tstirs\n')).toThrow(
    'Line 2 of the thesaurus is not a keyword, a meaning and words',
  )
  expect(() => readThesaurus('kettle\twhat boils\twater boil-over\n')).toThrow(
    'Line 1 of the thesaurus has a word with a hyphen',
  )
  expect(() => readThesaurus('to-do\ta task\tlist\ntodos\ttasks\tlists\n')).toThrow(
    'Line 2 of the thesaurus: "todos" is the same keyword as "to-do"',
  )
})

test('the thesaurus of this version tells apart the senses it has, in words that can be searched for', () => {
  const [sense, ...others] = shippedThesaurus()(parseKeyword('invoices').terms)
  expect(others).toEqual([])
  expect(sense?.words.length).toBeGreaterThan(20)
  for (const word of sense?.words ?? []) expect(word).toMatch(/^[\p{L}\p{N}&]+$/u)
})
