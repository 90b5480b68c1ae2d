import { expect, test } from 'vitest'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { composeBrief } from './brief-rules.ts'

const { scorePost } = shippedScorer()

const several =
  'QuickBooks is too slow, so I copy every invoice by hand into a spreadsheet and would gladly pay $20 a month for an app.'

function quotesOf(...texts: string[]) {
  const posts = texts.map((selftext, at) => {
    const written = { title: 'Is there an alternative to QuickBooks for invoices?', selftext, community: 'c' }
    const post = { source: 'reddit', sourceId: `${at}`, url: null, createdAt: new Date(0) }
    return { ...written, ...scorePost(written), rank: 2 - at, post }
  })
  const { products, coping, prices } = composeBrief(posts)
  const against = products.flatMap((product) => product.against)
  const [held, copes, pays] = [against, coping, prices].map((quotes) => quotes.map(({ words }) => words))
  return { held, copes, pays }
}

test('a sentence that says several things is quoted once', () => {
  expect(quotesOf(several)).toEqual({ held: [several], copes: [], pays: [] })
})

test('a post whose first sentence was quoted is quoted by its next one', () => {
  const first = 'QuickBooks is too slow, so I copy every invoice by hand into a spreadsheet.'
  const next = 'Every night I also copy all customers by hand into a second spreadsheet.'
  expect(quotesOf(`${first} ${next}`)).toMatchObject({ held: [first], copes: [next] })
})

test('a sentence that is left out against a product is quoted for what else it says', () => {
  const other = several.replace('invoice', 'order')
  expect(quotesOf(several, other)).toEqual({ held: [several], copes: [other], pays: [] })
})
