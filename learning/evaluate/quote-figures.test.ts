import { expect, test } from 'vitest'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { quoteFigures } from './quote-figures.ts'

const post = {
  title: 'Is there an app that reminds clients of unpaid invoices?',
  selftext: 'Every month I copy forty invoices into a spreadsheet by hand. My cat is three years old.',
  community: 'smallbusiness',
}

test('of the rated quotes, those that the scorer shows are counted, and how many of them are right', () => {
  const { evidence } = shippedScorer().scorePost(post)
  const shown = evidence.find(({ start, end }) => end > start)
  if (shown === undefined || shown.signal === 'wording') throw new Error('The scorer shows no quote.')
  const { signal, field, start, end } = shown
  const cat = post.selftext.indexOf('My cat')
  const mark = { id: 'a', signal, field, start, end }
  const notShown = { id: 'a', signal, field: 'selftext', start: cat, end: post.selftext.length } as const
  const unknown = { ...mark, id: 'b', right: true }
  const figures = quoteFigures(shippedScorer(), new Map([['a', post]]), [
    { ...mark, right: false },
    { ...mark, right: true },
    { ...notShown, right: true },
    unknown,
  ])
  const all = { shown: 2, rightOfShown: 50, shownOfRight: 50 }
  expect(figures).toEqual({ [signal]: all, all })
})
