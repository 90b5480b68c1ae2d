import type { Signal } from './signal.ts'

/** Words that show a signal outright, whatever points they take. They give none of their own: the rules do. */
type PlainSignal = { readonly signal: Signal; readonly phrases: readonly string[] }

/** Of signals that no detector was trained for; without them such a signal shows only where it takes many points. */
export const plainSignals: readonly PlainSignal[] = [
  {
    signal: 'solved',
    phrases: [
      '[ solved|resolved',
      '^ solved|resolved',
      'edit|update solved|resolved|sorted',
      'edit|update i|we? figured|sorted|worked it out',
      'edit|update i|we? got it|this? working',
      'edit|update i|we? fixed|solved it',
      'edit|update now|its|is fixed|solved|resolved|sorted|working',
      'edit|update problem|issue is|was|has? been? solved|resolved|fixed|sorted',
      'solved|resolved thanks|thank|thx|ty',
      'thanks|thank you? solved|resolved',
    ],
  },
  { signal: 'hiring', phrases: ['[ hiring', 'we are hiring', 'now hiring'] },
]
