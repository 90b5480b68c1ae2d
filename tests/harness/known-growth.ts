/** Parsers with known growth, to test the step counter. */
export const knownGrowth: Readonly<Record<string, (text: string) => unknown>> = {
  'exponential pattern': (text) => /^(?:\S+\S?)+$/u.test(`${text} .`),
  'quadratic pattern': (text) => /\S+$/u.test(`${text} `),
  'quadratic loop': (text) => {
    let pairs = 0
    for (const one of text) for (const other of text) if (one === other) pairs += 1
    return pairs
  },
  'growing text': (text) => {
    let line = ''
    for (const one of text.split('')) if (!line.endsWith('\0')) line += one
    return line
  },
  linear: (text) => text.split('').filter((one) => /\w/u.test(one)).length,
}
