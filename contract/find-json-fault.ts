/** The UTF-16 offset at which a text stops being JSON (RFC 8259), and what should be there. */
export type JsonFault = { at: number; expected: string }

const blanks = /[ \t\n\r]*/uy
const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"/iuy
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy

/**
 * What may follow. `value?` is a value or the end of an empty array; `name?` is a name or the end of an empty
 * object.
 */
type Next = 'value' | 'value?' | 'name' | 'name?' | 'colon' | 'separator'

const words: Readonly<Record<Next, string>> = {
  value: 'a value: a text in quotes, a number, {, [, true, false or null',
  'value?': 'a value or ]',
  name: 'a name in quotes',
  'name?': 'a name in quotes or }',
  colon: 'a colon',
  separator: 'a comma, or the end of what is open',
}

type Reading = { text: string; at: number; next: Next; open: ('{' | '[')[] }

function take(reading: Reading, pattern: RegExp): boolean {
  pattern.lastIndex = reading.at
  const found = pattern.exec(reading.text)?.[0]
  reading.at += found?.length ?? 0
  return found !== undefined
}

function takeSign(reading: Reading, sign: string): boolean {
  const isThere = reading.text[reading.at] === sign
  if (isThere) reading.at += 1
  return isThere
}

function readValue(reading: Reading): boolean {
  for (const sign of ['{', '['] as const) {
    if (!takeSign(reading, sign)) continue
    reading.open.push(sign)
    reading.next = sign === '{' ? 'name?' : 'value?'
    return true
  }
  reading.next = 'separator'
  return take(reading, string) || take(reading, scalar)
}

function readEnd(reading: Reading): boolean {
  const isEnd = takeSign(reading, reading.open.at(-1) === '{' ? '}' : ']')
  if (isEnd) reading.open.pop()
  reading.next = 'separator'
  return isEnd
}

/** Reads one token. Returns false if the token must not be here. */
function readToken(reading: Reading): boolean {
  const { next } = reading
  if (next === 'value') return readValue(reading)
  if (next === 'value?') return readEnd(reading) || readValue(reading)
  if (next === 'name?' && readEnd(reading)) return true
  if (next === 'name' || next === 'name?') {
    reading.next = 'colon'
    return take(reading, string)
  }
  if (next === 'colon') {
    reading.next = 'value'
    return takeSign(reading, ':')
  }
  if (!takeSign(reading, ',')) return readEnd(reading)
  reading.next = reading.open.at(-1) === '{' ? 'name' : 'value'
  return true
}

/** The first JSON error of a text, the same in every browser. Null if there is none. */
export function findJsonFault(text: string): JsonFault | null {
  const reading: Reading = { text, at: 0, next: 'value', open: [] }
  for (;;) {
    take(reading, blanks)
    const isWhole = reading.next === 'separator' && reading.open.length === 0
    if (isWhole) return reading.at === text.length ? null : { at: reading.at, expected: 'nothing more' }
    const { at, next } = reading
    if (!readToken(reading)) return { at, expected: words[next] }
  }
}
