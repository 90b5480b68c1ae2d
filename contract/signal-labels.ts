/** The labels of the scorer's signals, and of other wording. */
export const signalLabels = {
  pain: 'Pain',
  solution_request: 'Asks for a solution',
  workaround: 'Workaround',
  money: 'Money',
  willing_to_pay: 'Willing to pay',
  urgency: 'Urgency',
  frequency: 'Recurring',
  competitor: 'Names a product',
  business: 'Business need',
  software_job: 'A job for software',
  requirement: 'Says what it must do',
  loss: 'Costs time or money',
  many_affected: 'Affects many',
  tried: 'Looked in vain',
  own_need: 'Own need',
  promo: 'Self-promotion',
  feature_request: 'Wants more of a product',
  market_research: 'Asks what others need',
  unserved: 'Not a job for software',
  hardware: 'About a device',
  hiring: 'Jobs and careers',
  news: 'News or link',
  joke: 'Story or opinion',
  advice: 'Gives advice',
  solved: 'Already solved',
  question: 'One-off question',
  praise: 'Praise',
  wording: 'Other wording',
} as const

/** The signals that count against a need. */
const signalsAgainst: ReadonlySet<string> = new Set([
  'promo',
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
])

export const isAgainst = (signal: string): boolean => signalsAgainst.has(signal)

/** The label of a signal. For a signal that is newer than this page, a readable form of its name. */
export function signalLabel(signal: string): string {
  const labels: Readonly<Record<string, string>> = signalLabels
  const words = signal.replaceAll('_', ' ')
  const known = Object.hasOwn(labels, signal) ? labels[signal] : undefined
  return known ?? words.charAt(0).toUpperCase() + words.slice(1)
}
