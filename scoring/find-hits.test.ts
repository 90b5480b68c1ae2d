import { describe, expect, it } from 'vitest'
import { makeHitFinder } from './find-hits.ts'
import { rulePlaces, ruleTable } from './rule-table.ts'

const finder = makeHitFinder([])

function rulesIn(selftext: string): string[] {
  const { feature, count } = finder.find({ title: '', selftext, community: '' })
  return Array.from(
    feature.subarray(0, count),
    (one) => ruleTable[Math.floor(one / rulePlaces.length)]?.key ?? '',
  )
}

describe('rules', () => {
  it.each([
    ['business/business talk', 'clients|invoice|payroll|landlord|pipelines|point of sale'],
    ['unserved/legal or medical', 'lawyer|doctor|medication|muscle'],
    ['news/reported', 'announced|reports|study|article|according to'],
    ['money/a household sum', 'debt|mortgage|rent|equity|credit score|down payment'],
  ])('of %s find each of their words alone', (key, phrases) => {
    for (const phrase of phrases.split('|')) expect(rulesIn(phrase), phrase).toContain(key)
  })

  it('tell what is solved from thanks and edits', () => {
    expect(rulesIn('EDIT: solved')).toContain('solved/solved')
    expect(rulesIn('EDIT: spelling')).not.toContain('solved/solved')
    expect(rulesIn('thanks everyone')).not.toContain('solved/solved')
    expect(rulesIn('We went with the other')).toContain('solved/found or chose one')
  })
})
