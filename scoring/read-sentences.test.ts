import { describe, expect, it } from 'vitest'
import { makePostReader, ruleFeatureCount } from './read-sentences.ts'
import { rulePlaces, ruleTable } from './rules/rule-table.ts'

const wording = ['looking for', 'software', 'to track']
const read = makePostReader(wording)

/** The names of the rules and learned phrases that count in a text. */
function countedIn(selftext: string): string[] {
  const { body } = read({ title: '', selftext, community: '' })
  const count = body.featuresFrom[body.sentences.count] ?? 0
  return Array.from(body.feature.subarray(0, count), (one) =>
    one < ruleFeatureCount
      ? (ruleTable[Math.floor(one / rulePlaces.length)]?.key ?? '')
      : (wording[one - ruleFeatureCount] ?? ''),
  )
}

describe('rules', () => {
  it.each([
    ['business/business talk', 'clients|invoice|payroll|landlord|pipelines|point of sale'],
    ['unserved/legal or medical', 'lawyer|doctor|medication|muscle'],
    ['news/reported', 'announced|reports|study|article|according to'],
    ['money/a household sum', 'debt|mortgage|rent|equity|credit score|down payment'],
  ])('of %s find each of their words alone', (key, phrases) => {
    for (const phrase of phrases.split('|')) expect(countedIn(phrase), phrase).toContain(key)
  })

  it('read what opens a sentence as an order, and the same words elsewhere as none', () => {
    for (const text of [
      'Add a search.',
      'It is fine. Add a search.',
      '- Add a search',
      'Thanks!\nAdd a search',
    ])
      expect(countedIn(text), text).toContain('feature_request/change it')
    for (const text of ['We add a search.', 'They fix bugs, add a search and leave.'])
      expect(countedIn(text), text).not.toContain('feature_request/change it')
  })

  it.each([
    'It would be nice if it could read dates.',
    'Please bring back the old list.',
    'I wish there was a dark mode.',
    'Why can we not sort by date?',
    'There is no way to undo this.',
  ])('find a wish for more of a product in "%s"', (text) => {
    expect(countedIn(text).filter((key) => key.startsWith('feature_request/'))).not.toEqual([])
  })

  it('tell what is solved from thanks and edits', () => {
    expect(countedIn('EDIT: solved')).toContain('solved/solved')
    expect(countedIn('EDIT: spelling')).not.toContain('solved/solved')
    expect(countedIn('thanks everyone')).not.toContain('solved/solved')
    expect(countedIn('We went with the other')).toContain('solved/found or chose one')
  })
})

describe('what is negated', () => {
  it.each([
    ['I am not looking for software.', 'solution_request/looks for anything'],
    ['I am not really looking for software.', 'solution_request/looks for anything'],
    ['I don&apos;t need a tool.', 'solution_request/looks for a tool'],
    ["You won't help me.", 'solution_request/asks for help'],
    ["I wouldn't be willing to pay.", 'willing_to_pay/would pay'],
    ["I don't want to pay for it.", 'willing_to_pay/would pay'],
    ["We don't have a budget.", 'willing_to_pay/pays or has a budget'],
    ['We have not used excel.', 'workaround/spreadsheet stands in'],
    ['It is not available for work.', 'promo/offers a service'],
  ])('%j does not count', (text, rule) => {
    expect(countedIn(text)).not.toContain(rule)
    // The same words count without their negation.
    const told = text.replace(/(?<=not |don&apos;t |won't |wouldn't be |don't |not really )/, 'x x ')
    expect(countedIn(told)).toContain(rule)
  })

  it.each([
    ['No, looking for software.', 'solution_request/looks for anything'],
    ['Not really, looking for software.', 'solution_request/looks for anything'],
    ['Free or not (looking for software).', 'solution_request/looks for anything'],
    ['I do not know. Looking for software.', 'solution_request/looks for anything'],
    ['If not help me.', 'solution_request/asks for help'],
    ['I am not just looking for software.', 'solution_request/looks for anything'],
    ["Isn't looking for software hard?", 'solution_request/looks for anything'],
    ['I can not find a good app.', 'solution_request/tries to find one'],
    ["I don't mind paying.", 'willing_to_pay/would pay'],
  ])('%j counts', (text, rule) => {
    expect(countedIn(text)).toContain(rule)
  })

  it('takes learned phrases within it along, and leaves those that reach beyond it', () => {
    expect(countedIn('I am not looking for it.')).not.toContain('looking for')
    expect(countedIn('I am not looking for software to track it.')).toContain('to track')
    expect(countedIn('I was looking for it.')).toContain('looking for')
  })

  it('takes rules of the same signal along that share its words, and no other', () => {
    const [negated, told] = ['I do not need a tool to track it.', 'I do x need a tool to track it.'].map(
      countedIn,
    )
    expect(told).toContain('solution_request/asks what is best')
    expect(negated).not.toContain('solution_request/asks what is best')
    expect(countedIn("I don't need help, it is broken.")).toEqual(
      expect.arrayContaining([expect.stringMatching(/^pain/)]),
    )
  })

  it('reads on behind more negations than it keeps', () => {
    const text = "I don't need a tool. ".repeat(40)
    expect(countedIn(text)).toContain('solution_request/looks for a tool')
  })
})
