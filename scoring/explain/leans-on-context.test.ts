import { describe, expect, it } from 'vitest'
import { leansOnContext } from './leans-on-context.ts'

describe('leansOnContext', () => {
  it.each([
    ['Has anyone had this problem?', 'Has anyone had a problem with tide tables?'],
    ['Is there a website that can do this?', 'Is there a website that can sort tide tables?'],
    ['Can anyone suggest something close to these?', 'Can anyone suggest something close to Trello?'],
    ['On the desk.', 'The map lies on the desk.'],
    ['but it is a bit clunky.', 'but the harbour map is clunky.'],
    ['rant', 'This harbour map is useless and slow'],
    ['I would pay for it.', 'I would pay $20 a month for it.'],
  ])('is true of "%s", but not of "%s"', (leans, stands) => {
    expect(leansOnContext(leans, false)).toBe(true)
    expect(leansOnContext(stands, false)).toBe(false)
  })

  it('lets titles be short', () => {
    expect(leansOnContext('Trello or Asana?', true)).toBe(false)
  })
})
