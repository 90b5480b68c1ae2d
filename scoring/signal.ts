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

/** What the words say beside every signal, in one small sum. */
export const otherWording = 'wording'

/** Those that take points. What people call a signal stands in the contract. */
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
