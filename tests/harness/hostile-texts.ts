const classes = ['a', 'A', '1', ' ', '\n', 'é', '中', '😀', '\u0301']
const delimiters = '.,;:/\\|-_+*#&<>()[]{}"\'`=?!@$%^~\t\r'.split('')
const marks = [
  '\r\n',
  'http://',
  'www.',
  '/r/',
  '&amp;',
  '<b>',
  '</b>',
  '<a href="',
  '](',
  ' x-post ',
  ' in:',
  '```',
  '\n> ',
  '\n- ',
  '{"a":',
  '"a","',
  '<item>',
  '<p>a</p>',
  ',r/',
  '2024-',
]
const nests: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['{"a":', '}'],
  ['<b>', '</b>'],
  ['<blockquote><p>', '</p></blockquote>'],
  ['<ul><li>', '</li></ul>'],
  ['"', '"'],
]

/** A generator of texts of one kind, in any length. */
export type HostileText = { kind: string; make: (length: number) => string }

const repeated = (unit: string, end: string): HostileText => ({
  kind: JSON.stringify(unit) + (end === '' ? '' : ` before ${JSON.stringify(end)}`),
  make: (length) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length - end.length) + end,
})

const nested = ([open, close]: readonly [string, string]): HostileText[] => [
  repeated(open, ''),
  {
    kind: `nested ${open}${close}`,
    make: (length) => {
      const depth = Math.floor(length / (open.length + close.length))
      return open.repeat(depth) + close.repeat(depth)
    },
  },
]

/**
 * Three kinds of texts: a repeated class, delimiter or mark, with and without an end that matches nothing; a
 * repeated pair of classes or delimiters; and nested delimiters. Only every `every`th pair is used, starting
 * at `first`. Of the first kind, at least every sixth text is used.
 */
export function hostileTexts({ every, first }: { every: number; first: number }): HostileText[] {
  const signs = [...classes, ...delimiters]
  const pairs = signs.flatMap((one, at) => signs.slice(at + 1).map((other) => one + other))
  const singles = [...signs, ...marks, ...marks.map((mark) => `${mark}a`), ...marks.map((mark) => `${mark} `)]
  const endings = singles.flatMap((unit) => [repeated(unit, ''), repeated(unit, 'z\u0001')])
  const share = (of: number) => (_: unknown, at: number) => at % of === first % of
  return [
    ...endings.filter(share(Math.min(every, 6))),
    ...pairs.map((unit) => repeated(unit, '')).filter(share(every)),
    ...nests.flatMap(nested),
  ]
}
