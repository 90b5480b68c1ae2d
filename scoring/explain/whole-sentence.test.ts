import { describe, expect, it } from 'vitest'
import { isWhole } from './whole-sentence.ts'

/** Whether the part of a text between the two bars is a whole sentence. */
function whole(marked: string): boolean {
  const [before = '', quote = '', after = ''] = marked.split('¦')
  return isWhole(before + quote + after, { start: before.length, end: before.length + quote.length })
}

describe('isWhole', () => {
  it.each([
    'We had a plan. ¦I type every invoice by hand.¦ It takes hours.',
    'Two faults:\n\n- ¦Exports: the file is empty.¦\n- Imports stop.',
    'Some days are quiet, ¦but we lose two orders a week¦',
    'the shop is small. ¦we track stock on paper.¦ it is slow.',
    'It fails when I save, ¦is there a plugin that warns me first?¦',
    '¦Tools, e.g. Trellis, are too slow.¦ Any advice?',
  ])('accepts what can be read by itself: %s', (text) => {
    expect(whole(text)).toBe(true)
  })

  it.each([
    ['a lead-in', '¦These are the tools that we tried:¦\n- Trellis'],
    ['a lead-in in bold', '**¦We need:**¦\n\n* exports'],
    [
      'the start of "either ... or"',
      '¦We either pay a clerk for the whole evening¦, or we type it in ourselves.',
    ],
    ['the start of "if ... then"', '¦If the printer stops in the middle of a run¦, then we start again.'],
    ['the end of a thought', 'It drops lines ¦and used the wrong rate for all of them.¦'],
    ['a clause with "which"', 'We bought a scanner, ¦which means that nobody files anything.¦'],
    [
      'an open bracket',
      '¦I can call the service in any language (most likely two of them¦, but others too).',
    ],
    ['the lead-in of examples', '¦I have tried things like¦\n\n    sort -u'],
    ['the start of a path', '¦It is stored in C:\\¦'],
    ['a bracket that nothing closes', 'We tested two of them ¦(the blue one and the red¦'],
    ['a row of a table', '¦Mailer | 30 | An email client for teams.¦'],
    ['what a line break cut', 'The app lets us see\n¦any order of the day on one page.¦'],
    ['what an abbreviation cut', 'I run it on a laptop with ¦version no.¦ nine of the system.'],
  ])('refuses %s', (_, text) => {
    expect(whole(text)).toBe(false)
  })

  it('reads a long run of marks in one pass', () => {
    const text = `${' '.repeat(200_000)}a`
    expect(isWhole(text, { start: 200_000, end: 200_001 })).toBe(true)
  })
})
