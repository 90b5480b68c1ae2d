import { describe, expect, it } from 'vitest'
import { holdsAgainst, saysOffer, saysPrice } from './claim-words.ts'

describe('holdsAgainst', () => {
  it.each([
    'Boardly does not send reminders.',
    'We hate Boardly.',
    'I tried Boardly, but it is too slow.',
    'Boardly is nice and cheap, but it crashes.',
  ])('hears a complaint about the product: %s', (sentence) => {
    expect(holdsAgainst(sentence, 'Boardly')).toBe(true)
  })

  it.each([
    'I have been looking into systems like Boardly.',
    'I looked at Boardly because our sheet is too slow.',
    'Boardly is great but our spreadsheet is slow.',
    'Has anyone used Boardly? My boss is never happy.',
    "I can't decide between Boardly and Trellis.",
  ])('hears none about it where it is only looked at, or something else is bad: %s', (sentence) => {
    expect(holdsAgainst(sentence, 'Boardly')).toBe(false)
  })
})

describe('prices and offers', () => {
  it('are of software, never fees that are passed on', () => {
    expect(saysPrice('We pay $40 a month for the app.')).toBe(true)
    expect(saysPrice('The app charges a late fee of $25 a month.')).toBe(false)
    expect(saysOffer('I would pay for an app.')).toBe(true)
    expect(saysOffer('My tenants would pay a late fee.')).toBe(false)
  })
})
