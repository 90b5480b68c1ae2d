import { expect, test } from 'vitest'
import { makeAllowanceKey, normalizeAddress } from './usage-store.ts'

test.each([
  ['Ada@Mail.test', 'ada@mail.test'],
  ['ada+1@mail.test', 'ada@mail.test'],
  ['ada+a+b@mail.test', 'ada@mail.test'],
  ['a.d.a@mail.test', 'a.d.a@mail.test'],
  ['A.d.a+x@GMail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['+ada@mail.test', '+ada@mail.test'],
])('%s is read as %s', (email, normalized) => {
  expect(normalizeAddress(email)).toBe(normalized)
})

test('the key names no address, and is another one under another secret', () => {
  const key = makeAllowanceKey('a secret of an instance')
  expect(key('ada+1@mail.test')).toBe(key('ADA@mail.test'))
  expect(key('ada@mail.test')).not.toBe(key('bob@mail.test'))
  expect(key('ada@mail.test')).toMatch(/^[\w-]{43}$/u)
  expect(makeAllowanceKey('another one')('ada@mail.test')).not.toBe(key('ada@mail.test'))
})
