/**
 * What a span of text can be evidence of. The first nine speak for an unmet need, the next eight
 * against one; `wording` marks words whose weight was learned from labelled posts.
 */
export const signals = [
  'pain',
  'solution_request',
  'workaround',
  'money',
  'willing_to_pay',
  'urgency',
  'frequency',
  'competitor',
  'business',
  'promo',
  'hiring',
  'news',
  'joke',
  'praise',
  'advice',
  'solved',
  'unserved',
  'wording',
] as const

export type Signal = (typeof signals)[number]

/** How a signal is shown to a person, and which way it moves the score. */
export type SignalLabel = { label: string; direction: 'for' | 'against' | 'either' }

export const signalLabels: Record<Signal, SignalLabel> = {
  pain: { label: 'Pain', direction: 'for' },
  solution_request: { label: 'Asks for a solution', direction: 'for' },
  workaround: { label: 'Workaround', direction: 'for' },
  money: { label: 'Money', direction: 'for' },
  willing_to_pay: { label: 'Willing to pay', direction: 'for' },
  urgency: { label: 'Urgency', direction: 'for' },
  frequency: { label: 'Recurring', direction: 'for' },
  competitor: { label: 'Names a product', direction: 'for' },
  business: { label: 'Business need', direction: 'for' },
  promo: { label: 'Self-promotion', direction: 'against' },
  hiring: { label: 'Hiring', direction: 'against' },
  news: { label: 'News or link', direction: 'against' },
  joke: { label: 'Joke or story', direction: 'against' },
  praise: { label: 'Praise', direction: 'against' },
  advice: { label: 'Gives advice', direction: 'against' },
  solved: { label: 'Already solved', direction: 'against' },
  unserved: { label: 'No product serves it', direction: 'against' },
  wording: { label: 'Wording', direction: 'either' },
}
