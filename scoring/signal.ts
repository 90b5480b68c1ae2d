/** What a sentence can be a sign of, for an unmet need or against one. */
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
  'software_job',
  'requirement',
  'loss',
  'many_affected',
  'tried',
  'own_need',
  'market_research',
  'unserved',
  'hardware',
  'hiring',
  'news',
  'joke',
  'advice',
  'solved',
  'question',
  'praise',
] as const

export type Signal = (typeof signals)[number]

/** What the words say beside every signal, in one small sum. */
export const otherWording = 'wording'

type SignalLabel = { label: string; direction: 'for' | 'against' }

/** How a signal is shown to a person, and which way it moves the score. */
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
  software_job: { label: 'A job for software', direction: 'for' },
  requirement: { label: 'Says what it must do', direction: 'for' },
  loss: { label: 'Costs time or money', direction: 'for' },
  many_affected: { label: 'Affects many', direction: 'for' },
  tried: { label: 'Looked in vain', direction: 'for' },
  own_need: { label: 'Own need', direction: 'for' },
  promo: { label: 'Self-promotion', direction: 'against' },
  market_research: { label: 'Asks what others need', direction: 'against' },
  unserved: { label: 'Not a job for software', direction: 'against' },
  hardware: { label: 'About a device', direction: 'against' },
  hiring: { label: 'Jobs and careers', direction: 'against' },
  news: { label: 'News or link', direction: 'against' },
  joke: { label: 'Story or opinion', direction: 'against' },
  advice: { label: 'Gives advice', direction: 'against' },
  solved: { label: 'Already solved', direction: 'against' },
  question: { label: 'One-off question', direction: 'against' },
  praise: { label: 'Praise', direction: 'against' },
}
