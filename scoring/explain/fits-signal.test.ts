import { describe, expect, it } from 'vitest'
import { fitsSignal } from './fits-signal.ts'

describe('fitsSignal', () => {
  it.each([
    ['competitor', 'We moved from Trellis to another board.', 'What programs do you use?'],
    [
      'competitor',
      'is quickbooks any good for this',
      'I have been searching for a site, but nothing so far.',
    ],
    ['competitor', 'Our files are at bluebarn.io and nobody finds them.', 'It seems like a pain.'],
    ['pain', 'I love the app, but it loses my notes.', 'I love how well it works with our calendar.'],
    ['pain', 'Is there a way to stop it from crashing?', 'Is there a way to sort the list by date?'],
    ['pain', 'We waste two hours on it.', 'How do I show the total below the table?'],
    ['many_affected', 'All 40 employees wait for it.', 'I have hundreds of bookmarks.'],
    ['solution_request', 'Looking for an app that sorts receipts.', 'The blue one was cheap.'],
    ['frequency', 'Every Friday somebody types the hours in.', 'The clerk typed the hours in.'],
    ['tried', 'I tried four apps and none of them does it.', 'The drivers are old.'],
    ['joke', 'My cat ate the receipt and asked for more.', 'Which side are you on?'],
  ] as const)('%s is shown by "%s", not by "%s"', (signal, shows, misleads) => {
    expect(fitsSignal(signal, shows)).toBe(true)
    expect(fitsSignal(signal, misleads)).toBe(false)
  })

  it('checks no signal that words seldom mislead about', () => {
    expect(fitsSignal('workaround', 'Hello.')).toBe(true)
  })
})
