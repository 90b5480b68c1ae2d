import { describe, expect, it } from 'vitest'
import { asksForProduct } from './asks-for-product.ts'

describe('asksForProduct', () => {
  it.each([
    ['Does anyone know a good podcast app?', 'Does anyone know a good podcast about tides?'],
    ['Is there a book tracker for our library?', 'Is there a good book on tides?'],
    ['How do you keep track of the tides?', 'Where can I learn to read a tide table?'],
    ['Document extraction software that is easy to set up?', 'Articles with similar titles, bad or not?'],
    ['Best way to sort photos of places?', 'Best places around the harbour?'],
    ['Can anyone recommend a service for tide tables?', 'Can anyone recommend bands like the Harbour Four?'],
    ['Looking for a site that lists tide tables.', 'Looking for a subreddit where people trade tide tables.'],
  ])('is true of "%s", but not of "%s"', (product, other) => {
    expect(asksForProduct(product)).toBe(true)
    expect(asksForProduct(other)).toBe(false)
  })
})
