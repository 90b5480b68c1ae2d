import { describe, expect, it } from 'vitest'
import { shippedScorer } from '../shipped-scorer.ts'

const { scorePost } = shippedScorer()
const signalsOf = (title: string, selftext: string) => scorePost({ title, selftext, community: 'x' }).signals

describe('a sentence that asks the maker of a product for a change', () => {
  it.each([
    'Please add sorting by size to the file picker.',
    'The refund screen should let customers pick the amount.',
    'It would be really helpful if the chart remembered its zoom.',
    'Increase the size limit of a picture.',
    "Why doesn't Spotify add a sleep timer for podcasts?",
    'My suggestion is to show the total first.',
    'Let admins decide who may rename a board.',
  ])('shows a feature request, alone and under a neutral title: %s', (sentence) => {
    expect(signalsOf('', sentence)).toContain('feature_request')
    expect(signalsOf('Feedback about the app', sentence)).toContain('feature_request')
  })

  it.each([
    'Please give me advice.',
    'Allow me to introduce myself.',
    'Please let me know how I can restore my data.',
    'This would allow developers to build richer apps.',
    'Add a reference to the assembly and rebuild.',
    'You should be able to find it under Tools.',
    'Please send me an invoice for the last year.',
  ])('does not show one if it only looks like it: %s', (sentence) => {
    expect(signalsOf('', sentence)).not.toContain('feature_request')
  })
})
