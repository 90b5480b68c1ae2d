import { describe, expect, it } from 'vitest'
import { pointAt } from './point-at.ts'

const pointed = (signal: Parameters<typeof pointAt>[0], quote: string) => {
  const places = pointAt(signal, quote)
  return places.flatMap((start, at) => (at % 2 === 0 ? [quote.slice(start, places[at + 1])] : []))
}

describe('pointAt', () => {
  it.each([
    ['competitor', 'My boss wants us to move from Trello to Harbour Desk.', ['Trello', 'Harbour Desk']],
    ['competitor', 'We use [this list](https://example.org/Trello) on Windows.', ['Windows']],
    ['frequency', 'The problem is that the list is lost every week.', ['every week']],
    ['pain', 'Recently my list crashes when I open it.', ['crashes']],
    ['pain', 'We cannot open the list.', ['cannot open']],
    ['money', 'I want one for under $40 in blue.', ['$40']],
    ['many_affected', 'It holds up all 40 employees.', ['all 40 employees']],
    ['tried', 'I have tried two apps and searched the web.', ['tried', 'searched']],
    ['workaround', 'We type the orders in by hand.', ['by hand']],
  ] as const)('points for %s in "%s" at %j', (signal, quote, words) => {
    expect(pointed(signal, quote)).toEqual(words)
  })

  it('points at three places at most', () => {
    expect(pointed('pain', 'Slow, buggy, confusing, expensive and broken.')).toHaveLength(3)
  })

  it('leaves other signals to the words with the most weight', () => {
    expect(pointAt('software_job', 'We sort the list every week.')).toEqual([])
  })
})
