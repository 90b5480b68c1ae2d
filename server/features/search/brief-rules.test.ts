import { expect, test } from 'vitest'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { composeBrief } from './brief-rules.ts'

const { scorePost } = shippedScorer()

test('a sentence that says several things is quoted once', () => {
  const written = {
    title: 'Is there an alternative to QuickBooks for invoices?',
    selftext:
      'QuickBooks is too slow, so I copy every invoice by hand into a spreadsheet and would gladly pay $20 a month for an app.',
    community: 'smallbusiness',
  }
  const post = { source: 'reddit', sourceId: 'a', url: null, createdAt: new Date(0) }
  const brief = composeBrief([{ ...written, ...scorePost(written), rank: 1, post }])
  const against = brief.products.flatMap((product) => product.against)
  const quoted = [...against, ...brief.coping, ...brief.prices].map(({ words }) => words)
  expect(quoted).toEqual([written.selftext])
})
