const labels: Record<string, string> = {
  pain: 'Pain',
  solution_request: 'Asks for a solution',
  workaround: 'Workaround',
  money: 'Money',
  willing_to_pay: 'Willing to pay',
  urgency: 'Urgency',
  frequency: 'Recurring',
  competitor: 'Names a product',
  business: 'Business need',
  promo: 'Self-promotion',
  hiring: 'Hiring',
  news: 'News or link',
  joke: 'Joke or story',
  praise: 'Praise',
  advice: 'Gives advice',
  solved: 'Already solved',
  unserved: 'No product serves it',
  wording: 'Wording',
}

/** A signal as a person reads it. One that is newer than this page gets its own name, made readable. */
export function signalLabel(signal: string): string {
  const words = signal.replaceAll('_', ' ')
  return labels[signal] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
