import { describe, expect, test } from 'vitest'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { archiveQuery, countableWords, meaningQuery, rarityOf, readSpelling } from './archive-query-rules.ts'
import { formOf, type PreparedTerms, readTerms } from './keyword-rules.ts'

type Asked = Parameters<typeof readTerms>[0][number]

/** Terms as the database would prepare them. A word is its own stem unless `stems` has another one. */
function read(asked: readonly Partial<Asked>[], prepared: Partial<PreparedTerms> = {}) {
  const terms = asked.map((term) => ({ words: '', phrase: false, excluded: false, ...term }))
  const stems = terms.map(({ words }) =>
    words
      .split(' ')
      .map((word) => `'${word.replaceAll("'", "''")}'`)
      .join(' <-> '),
  )
  return readTerms(terms, {
    stems,
    forms: [],
    spellings: [],
    wordPosts: {},
    countedPosts: 0,
    senses: [],
    ...prepared,
  })
}

const words = (...list: string[]) => list.map((one) => ({ words: one }))

test('all words are asked for, and sets of them that hold two fifths of their rarity', () => {
  expect(archiveQuery(read(words('invoic', 'time', "it's")))).toEqual({
    all: "((('invoic')) & (('time')) & (('it''s')))",
    exact: '',
    partial: "(((('invoic')) & (('time'))) | ((('invoic')) & (('it''s'))) | ((('time')) & (('it''s'))))",
  })
})

test('a rare word alone is enough of a keyword, a common one is not', () => {
  const wordPosts = { crm: 40, for: 60_000, freelanc: 300 }
  const query = archiveQuery(read(words('crm', 'freelanc', 'for'), { wordPosts, countedPosts: 100_000 }))
  expect(query?.partial).toBe("(((('crm'))) | ((('freelanc'))))")
  const common = archiveQuery(read(words('crm', 'for'), { wordPosts, countedPosts: 100_000 }))
  expect(common?.partial).toBe("(((('crm'))))")
})

test('what is meant is two of the words for it, or one of each sense, in a post that lacks a word of the keyword and all that is excluded', () => {
  const terms = read([...words('kettl', 'tea'), { words: 'shop', excluded: true }])
  const asked = (...senses: string[][]) =>
    meaningQuery(
      terms,
      senses.map((words) => new Map(words.map((word) => [word, 1]))),
    )
  expect([asked(), asked(['boil'])]).toEqual(['', ''])
  expect(asked(['boil', 'cup'], [])).toBe('')
  expect(asked(['boil', 'cup'], ['leaf'])).toBe(
    "((('boil' | 'cup') & ('leaf')) & !((('kettl')) & (('tea')))) & !(('shop'))",
  )
  expect(asked(['boil', 'cup', "it's"])).toBe(
    "((('boil' | 'cup') & ('it''s') | ('boil') & ('cup')) & !((('kettl')) & (('tea')))) & !(('shop'))",
  )
})

test('of many words the eight rarest decide, so that no keyword asks for thousands of sets', () => {
  const many = Array.from({ length: 100 }, (_, at) => `w${at}`)
  const query = archiveQuery(read(words(...many)))
  expect(query?.all.split(' & ')).toHaveLength(100)
  expect(query?.partial.split(' | ')).toHaveLength(70)
})

test('a phrase in quotes is asked for as it is, and stays in what is asked for beside it', () => {
  const quoted = { words: 'time track', phrase: true }
  expect(archiveQuery(read([quoted]))).toMatchObject({ all: "((('time' <1> 'track')))", partial: '' })
  const { partial } = archiveQuery(read([quoted, ...words('team', 'app')])) ?? {}
  const time = "(('time' <1> 'track'))"
  expect(partial).toBe(`((${time} & (('team'))) | (${time} & (('app'))))`)
})

test('a hyphenated word alone is also asked for by its parts in any order', () => {
  const asked = [{ words: 'time track', phrase: true, spellings: ['timetrack'] }]
  const query = archiveQuery(read(asked, { spellings: ['timetrack'] }))
  expect(query?.partial).toBe("(('time' & 'track'))")
})

test('every spelling of a word is asked for', () => {
  const asked = [{ words: 'e mail', phrase: true, spellings: ['email', 'e-mail'] }]
  const query = archiveQuery(read(asked, { spellings: ['email', 'e-mail'] }))
  expect(query?.all).toBe("((('e' <1> 'mail') | ('email') | ('e-mail')))")
})

test('excluded words are left out of every form of the question', () => {
  const query = archiveQuery(read([...words('email', 'client'), { words: 'gmail', excluded: true }]))
  expect(query?.all).toBe("((('email')) & (('client'))) & !(('gmail'))")
  expect(query?.partial).toBe("(((('email'))) | ((('client')))) & !(('gmail'))")
})

test('the very form is asked for where its stem stands for other words too', () => {
  const prepared = { stems: ["'expens'", "'client'"], forms: ['expens', 'client'] }
  const query = archiveQuery(read(words('Expenses', 'clients'), prepared))
  expect(query?.exact).toBe("((('expens')) & (('client')) & '=expense')")
  expect(archiveQuery(read(words('clients'), { stems: ["'client'"], forms: ['client'] }))?.exact).toBe('')
})

test('one word has nothing to widen to, and a word said twice is one word', () => {
  expect(archiveQuery(read(words('email', 'email')))?.partial).toBe('')
})

test('stop words and exclusions alone ask for nothing', () => {
  const asked = [{ words: 'the' }, { words: 'gmail', excluded: true }]
  expect(archiveQuery(read(asked, { stems: ['', "'gmail'"] }))).toBeNull()
})

test('no lexeme ends its quotes', () => {
  expect(archiveQuery(read(words("a'b\\c")))?.all).toBe("((('a''b\\\\c')))")
})

test('what stands between the words of a phrase is kept as a distance', () => {
  expect(readSpelling("'late' <2> 'night' <-> 'it''s'")).toEqual([
    { lexeme: 'late', offset: 0 },
    { lexeme: 'night', offset: 2 },
    { lexeme: "it's", offset: 3 },
  ])
})

test('a word of few posts is rarer than one of many, and none is less than nothing', () => {
  expect(rarityOf(10, 1000)).toBeGreaterThan(rarityOf(100, 1000))
  expect(rarityOf(5000, 1000)).toBeGreaterThan(0)
})

test('an unknown word such as "constructor", which names a property of every object, is as rare as any other', () => {
  const [one, other] = read(words('constructor', 'kettl'), { countedPosts: 100 })
  expect([one?.rarity, one?.share]).toEqual([other?.rarity, 0])
})

function readKeyword(keyword: string, stems: string[]) {
  const empty = { forms: [], spellings: [], wordPosts: {}, countedPosts: 0, senses: [] }
  return readTerms(parseKeyword(keyword).terms, { stems, ...empty })
}

describe('words that can be counted', () => {
  test('are one, or two with the words between them', () => {
    expect(countableWords(readKeyword('kettle', ["'kettl'"]))).toEqual({ lexemes: ['kettl'], distance: null })
    const two = readKeyword('tea kettle', ["'tea'", "'kettl'"])
    expect(countableWords(two)).toEqual({ lexemes: ['tea', 'kettl'], distance: 1 })
  })

  test('are not three, nor a phrase, nor a word in several spellings', () => {
    expect(countableWords(readKeyword('a b c', ["'x'", "'y'", "'z'"]))).toBeNull()
    expect(countableWords(readKeyword('"tea kettle"', ["'tea' <-> 'kettl'"]))).toBeNull()
    const spelled = read([{ words: 'kettl', spellings: ['boiler'] }], { spellings: ['boiler'] })
    expect(countableWords(spelled)).toBeNull()
    expect(countableWords([])).toBeNull()
  })

  test('are not two of which the first is said again behind the second', () => {
    expect(countableWords(readKeyword('tea kettle teas', ["'tea'", "'kettl'", "'tea'"]))).toBeNull()
    const again = readKeyword('tea kettle kettles', ["'tea'", "'kettl'", "'kettl'"])
    expect(countableWords(again)).toEqual({ lexemes: ['tea', 'kettl'], distance: 2 })
  })
})

test.each([
  ['Expenses', '=expense'],
  ['expensive', '=expensive'],
  ['companies', '=company'],
  ['business', '=business'],
  ['status', '=status'],
  ['grading', '=grading'],
])('%s is marked %s', (word, expected) => {
  expect(formOf({ words: word, phrase: false, excluded: false })).toBe(expected)
})

test.each(['crm', 'e-mail', 'café', 'b2b'])('%s has no form of its own', (word) => {
  expect(formOf({ words: word, phrase: false, excluded: false })).toBeNull()
})
