/** The signals that a sentence can show. Each is for or against an unmet need. */
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
  'feature_request',
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

/** The name under which evidence sums up the points of words that show no signal. */
export const otherWording = 'wording'

/** The signals that subtract points. The contract contains their labels. */
export const signalsAgainst: ReadonlySet<Signal> = new Set([
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
