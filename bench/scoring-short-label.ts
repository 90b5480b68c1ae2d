const signalOfLetter: Record<string, string> = {
  p: 'pain',
  s: 'solution_request',
  w: 'workaround',
  m: 'money',
  $: 'willing_to_pay',
  u: 'urgency',
  f: 'frequency',
  c: 'competitor',
  b: 'business',
  o: 'promo',
}

/** Reads a label such as `2.5psb`: the potential, and a letter for each signal seen. */
export function readShortLabel(label: string): { potential: number; signals: Record<string, number> } {
  const letters = label.replace(/^[\d.]+/u, '')
  return {
    potential: Number.parseFloat(label),
    signals: Object.fromEntries(
      Object.entries(signalOfLetter).map(([letter, signal]) => [signal, letters.includes(letter) ? 1 : 0]),
    ),
  }
}
