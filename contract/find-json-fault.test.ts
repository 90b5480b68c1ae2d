import { expect, test } from 'vitest'
import { findJsonFault } from './find-json-fault.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const base = '{"a": [1, -2.5e+3, true, null, "x\\n\\u00e9 \\"q\\""], "b": {}, "c": [[], {"d": false}]}'
const pieces = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\n',
  ' ',
  '0',
  '-',
  '.',
  'e',
  'true',
  'u',
  '\u0001',
  '\u0085',
  '',
]

/** Texts that differ from valid JSON in one or two places. They are the same in every run. */
function* variants() {
  let seed = 7
  const below = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  for (let count = 0; count < 4_000; count += 1) {
    let text = base
    for (let change = 0; change <= count % 2; change += 1) {
      const at = below(text.length + 1)
      text = text.slice(0, at) + (pieces[below(pieces.length)] ?? '') + text.slice(at + below(2))
    }
    yield text
  }
}

test('finds a fault in exactly the texts that JSON.parse refuses', () => {
  let right = 0
  for (const text of [base, '', '1', '"a"', '01', '1 2', '[1,]', '{"a":1,}', ' [ ] ', ...variants()]) {
    expect(findJsonFault(text) === null, text).toBe(isJson(text))
    if (isJson(text)) right += 1
  }
  expect(right).toBeGreaterThan(100)
})

test.each([
  ['{"a" 1}', 5, 'a colon'],
  ['{"a": }', 6, 'a value'],
  ['{"a": 1 "b": 2}', 8, 'a comma'],
  ['{a: 1}', 1, 'a name in quotes or }'],
  ['{"a": 1,}', 8, 'a name in quotes'],
  ['{"a": "x\ny"}', 6, 'a value'],
  ['[1', 2, 'a comma'],
  ['{} {}', 3, 'nothing more'],
])('%j is wrong at %i: %s should be there', (text, at, expected) => {
  const fault = findJsonFault(text)
  expect(fault?.at).toBe(at)
  expect(fault?.expected).toContain(expected)
})

test('a long text takes time in proportion to its length', () => {
  const deep = '['.repeat(200_000)
  expect(findJsonFault(deep)).toMatchObject({ at: deep.length })
})
