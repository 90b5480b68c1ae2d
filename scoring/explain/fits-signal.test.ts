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
    ['workaround', 'Right now I copy every order by hand.', 'The label shows how the orders are sorted.'],
    [
      'workaround',
      'We keep the hours in a spreadsheet.',
      'I am trying to keep only the longest of these lines.',
    ],
    ['feature_request', 'It would be nice to sort by date.', 'Postcards | 12 | Adds a dock to the board.'],
    ['feature_request', 'Let us sort the list by date.', 'At least the crew is happy with the discount.'],
    ['frequency', 'It crashes each time.', 'Everyone has been there for two weeks.'],
    ['business', 'My boss wants a list.', 'The internet is slow.'],
    ['requirement', 'It has to run offline.', 'Which board is at the harbour?'],
    ['requirement', 'It should work without a network.', 'Half of the crew knows the old harbour.'],
    ['business', 'Our clients pay late.', 'I saw it from the train.'],
    ['solution_request', 'How do you keep track of spare parts?', 'How do I add two rows?'],
    ['joke', 'My cat ate the receipt and asked for more.', 'Which side are you on?'],
  ] as const)('%s is shown by "%s", not by "%s"', (signal, shows, misleads) => {
    expect(fitsSignal(signal, shows)).toBe(true)
    expect(fitsSignal(signal, misleads)).toBe(false)
  })

  it('checks no signal that words seldom mislead about', () => {
    expect(fitsSignal('loss', 'Hello.')).toBe(true)
  })
})
