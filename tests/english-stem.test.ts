import fc from 'fast-check'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { englishStem } from '#contract/english-stem.ts'
import { formsOf, isFormOf } from '#contract/word-forms.ts'

const starts =
  'add agree andes arsen be commun con dis dy ear er fl gener happ inn just mana off op organ pre re rela sk str th tra un univers who y'
const middles = ' a at bb bl c ce e ed ee g i iz l ll m mm n o pp r s ss t tt ul v w x y yy'
const ends =
  ' able ably al alism ality alize ance ant ate ated ation ative ator e ed edly eed eedly ement ence ency ent er es ful fulness ibility ic ical icate icity ied ies ing ingly ion ious ism ist ity ive iveness ize izer ization less lessly ly ment ness ogist ogy ous ousness s sses tional us y yly'

const words =
  'skis skies dying lying tying idly gently ugly early only singly sky news atlas cosmos bias inning earrings proceeds exceeded succeeding ties cries gas this kiwis hopping hoping added erred egg falling filing hissing size managment management manager generously communism youth enjoy saying'

test('stems equal those of the database, and words with the same stem find each other', async () => {
  const pieces = [starts, middles, ends].map((list) => fc.constantFrom(...list.split(' ')))
  const made = fc.sample(
    fc.tuple(...pieces).map((parts) => parts.join('')),
    { numRuns: 20_000, seed: 1 },
  )
  const all = [...new Set([...words.split(' '), ...made])]
  const client = new pg.Client(inject('testServerUrl'))
  await client.connect()
  const asked = "select word, (ts_lexize('english_stem', word))[1] as stem from unnest($1::text[]) as word"
  const { rows } = await client.query<{ word: string; stem: string | null }>(asked, [all])
  await client.end()
  // A stop word has no stem.
  const stemmed = rows.flatMap(({ word, stem }) => (stem === null ? [] : [{ word, stem }]))
  expect(stemmed.length).toBeGreaterThan(5000)
  for (const { word, stem } of stemmed) expect([word, englishStem(word)]).toEqual([word, stem])
  for (const same of Map.groupBy(stemmed, ({ stem }) => stem).values()) {
    const word = same[0]?.word ?? ''
    const forms = formsOf(word)
    for (const other of same) {
      expect([word, other.word, isFormOf(forms, other.word)]).toEqual([word, other.word, true])
      expect([other.word, word, isFormOf(formsOf(other.word), word)]).toEqual([other.word, word, true])
    }
  }
})
