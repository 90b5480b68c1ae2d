import { describe, expect, it } from 'vitest'
import { saysPlainly } from './says-plainly.ts'

describe('saysPlainly', () => {
  it.each([
    ['competitor', 'We keep the crew list in Trello.', 'I have been searching Google all day.'],
    ['solution_request', 'Which tool sorts old receipts best?', 'Is the app ready for the big office?'],
    ['solution_request', 'Any program for tide tables out there?', 'Any experience with this kind of app?'],
    ['software_job', 'I want to merge both lists into a spreadsheet.', 'The clerk closed the folder again.'],
    ['software_job', 'Looking for a way to keep track of the keys.', 'The track was wet after the storm.'],
    ['pain', 'I cannot open the harbour map since Monday.', 'We have no issues with the harbour map.'],
    ['many_affected', 'All 40 employees wait for the list.', 'Some employees wait for the list.'],
    ['frequency', 'Every week somebody types the hours in.', 'Somebody typed the hours in for us.'],
    ['business', 'My boss asks for the list of keys.', 'My sister asks for the list of keys.'],
    ['workaround', 'We copy the orders over by hand.', 'We like how the orders are sorted.'],
  ] as const)('%s: "%s", but not "%s"', (signal, plain, other) => {
    expect(saysPlainly(signal, plain, -0.4)).toBe(true)
    expect(saysPlainly(signal, other, -0.4)).toBe(false)
  })

  it('trusts no words in an improbable sentence', () => {
    expect(saysPlainly('pain', 'I cannot open the harbour map since Monday.', -1.2)).toBe(false)
  })

  it('needs no words in a sentence that is probable enough', () => {
    expect(saysPlainly('software_job', 'The clerk closed the folder again.', 0.1)).toBe(true)
  })

  it('refuses sentences that are too short to be understood', () => {
    expect(saysPlainly('pain', 'I cannot open it.', 0)).toBe(false)
  })
})
