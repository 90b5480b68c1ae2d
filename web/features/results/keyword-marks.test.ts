import { expect, test } from 'vitest'
import { keywordPattern, splitKeyword } from './keyword-marks.ts'

const marked = (text: string, keyword: string) =>
  splitKeyword(text, keywordPattern(keyword))
    .map(({ text: piece, found }) => (found ? `[${piece}]` : piece))
    .join('')

test('the words of a keyword are found in their forms, and nothing is lost between them', () => {
  expect(marked('Invoicing: my invoices, an invoice.', 'invoice')).toBe(
    '[Invoicing]: my [invoices], an [invoice].',
  )
  expect(marked('time tracking, timetracking', 'time-tracking')).toBe('[time tracking], [timetracking]')
  expect(marked('translated by a translator: management, manages', 'translation manager')).toBe(
    '[translated] by a [translator]: [management], [manages]',
  )
  expect(marked('a portion of the port', 'port')).toBe('a portion of the [port]')
  expect(marked('the quest of a question', 'question')).toBe('the quest of a [question]')
  expect(marked('the quest of a question', 'quest')).toBe('the [quest] of a question')
  expect(marked('', 'invoice')).toBe('')
})

test('what is excluded is not marked, and hostile keywords mark nothing', () => {
  expect(marked('kettle and fish', 'kettle -fish')).toBe('[kettle] and fish')
  expect(keywordPattern('"" - !')).toBeNull()
  expect(marked('a (b) .*', '.* (b)')).toBe('a ([b]) .*')
})
