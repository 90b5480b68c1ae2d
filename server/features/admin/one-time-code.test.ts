import { expect, test } from 'vitest'
import { codeOfStep, codeSecretUrl, findStep, makeCodeSecret, stepAt } from './one-time-code.ts'

/** The secret of the test vectors for SHA-1 in RFC 6238, appendix B: the digits 1 to 9 and 0, twice. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  ['1970-01-01T00:00:59Z', '287082'],
  ['2005-03-18T01:58:29Z', '081804'],
  ['2005-03-18T01:58:31Z', '050471'],
  ['2009-02-13T23:31:30Z', '005924'],
  ['2033-05-18T03:33:20Z', '279037'],
  ['2603-10-11T11:33:20Z', '353130'],
])('RFC 6238: at %s the code ends in %s', (at, code) => {
  expect(codeOfStep(rfcSecret, stepAt(new Date(at)))).toBe(code)
})

test('a code of the step before, of now and of the next is taken; older and later ones are not', () => {
  const now = new Date('2026-03-02T10:00:10Z')
  const steps = [-2, -1, 0, 1, 2].map((away) => stepAt(now) + away)
  const found = steps.map((step) => findStep(rfcSecret, codeOfStep(rfcSecret, step), now))
  expect(found).toEqual([null, steps[1], steps[2], steps[3], null])
})

test.each(['', '00000', '1234567', 'abcdef'])('%o is no code', (code) => {
  expect(findStep(rfcSecret, code, new Date('2026-03-02T10:00:10Z'))).toBeNull()
})

test('ASVS 6.5.1: secrets have 160 random bits, and apps read them from the link', () => {
  const secrets = new Set(Array.from({ length: 100 }, makeCodeSecret))
  expect(secrets.size).toBe(100)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/u)
  expect(codeSecretUrl(rfcSecret, 'a b&c')).toBe(
    `otpauth://totp/Unmet:a%20b%26c?issuer=Unmet&secret=${rfcSecret}&algorithm=SHA1&digits=6&period=30`,
  )
})
