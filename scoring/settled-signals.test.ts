import { describe, expect, it } from 'vitest'
import { shippedScorer } from './shipped-scorer.ts'

const { scorePost } = shippedScorer()
const read = (title: string, selftext = '') => scorePost({ title, selftext, community: 'x' })

const chore =
  'We copy every order by hand into a spreadsheet each day. It takes hours and we lose track of what was paid.'

describe('a post that plainly is no need', () => {
  it.each([
    ['hiring', '[CONTRACT WORK] Need a developer for a tool that tracks stock', chore],
    ['hiring', '[Hiring] Part-time clerk for our order desk', chore],
    ['hiring', 'Looking for an online masters program in data analytics', chore],
    ['advice', 'Might I recommend Tallyhut? It copies orders and reminds customers', chore],
    ['advice', '', `Might I recommend Tallyhut for your orders? ${chore}`],
    ['advice', 'You should try Tallyhut for chasing invoices', chore],
  ])('has no potential for %s, and shows the sentence that takes the points: %s', (signal, title, text) => {
    const { opportunityScore, evidence } = read(title, text)
    expect(read('Orders at our shop', chore).opportunityScore).toBeGreaterThanOrEqual(60)
    expect(opportunityScore).toBeLessThan(40)
    const taken = evidence.filter((one) => one.signal === signal && one.points < 0)
    expect(taken.some(({ start, end }) => end > start)).toBe(true)
    const [first] = taken
    expect(first?.points).toBeLessThanOrEqual(-10)
  })

  it('adds up to its score', () => {
    const { opportunityScore, base, evidence } = read('[CONTRACT WORK] Need a developer', chore)
    const tenths = evidence.reduce((sum, one) => sum + Math.round(10 * one.points), 10 * base)
    expect(tenths).toBe(10 * opportunityScore)
  })

  it.each([
    ['Can anyone recommend software for orders?', chore],
    ['I suggest adding a filter to the order list', chore],
    ['We were recommended Tallyhut, but it has no offline mode', chore],
    ['A tool for students of a masters program to share citations?', chore],
    ['Our job board needs a way to sort applications', chore],
  ])('is none that asks, or only speaks of such things: %s', (title, text) => {
    expect(read(title, text).opportunityScore).toBeGreaterThanOrEqual(60)
  })

  it('is settled by its title or its start, not by a later aside', () => {
    const aside = `${chore} Is there a tool for it? For paper I would highly recommend a stapler.`
    expect(read('Orders at our shop', aside).opportunityScore).toBeGreaterThanOrEqual(60)
  })
})
