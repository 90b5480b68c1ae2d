import { expect, test } from 'vitest'
import { addNotes } from './scan-notes-rules.ts'

const sentences = (count: number) => Array.from({ length: count }, (_, at) => `Sentence ${at}.`)

test('a sentence that stands there already is told once', () => {
  expect(addNotes(['One.', 'Two.'], ['Two.', 'Three.'])).toEqual(['One.', 'Two.', 'Three.'])
})

test('so many sentences that they are not all kept end with one that says so, page after page', () => {
  const first = addNotes([], sentences(12))
  expect(first).toEqual([...sentences(10), 'There were more notes than these 10.'])
  expect(addNotes(first, ['Another.'])).toEqual(first)
  expect(addNotes(first, [])).toEqual(first)
})

test('a long sentence is cut between characters', () => {
  const [note = ''] = addNotes([], [`${'x'.repeat(399)}😀`])
  expect([note.length, note.isWellFormed()]).toEqual([399, true])
})
