import { expect, test } from 'vitest'
import { makeSecretSeal } from './seal-secret.ts'

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]

test('what was sealed is opened with the same secret, and never looks the same', () => {
  const seal = makeSecretSeal([first])
  const sealed = [seal.seal('JBSWY3DP'), seal.seal('JBSWY3DP')]
  expect(new Set(sealed).size).toBe(2)
  expect(sealed.map((one) => seal.open(one))).toEqual(['JBSWY3DP', 'JBSWY3DP'])
  expect(sealed.join()).not.toContain('JBSWY3DP')
})

test('a secret that no longer signs still opens while it is in the list', () => {
  const sealed = makeSecretSeal([first]).seal('JBSWY3DP')
  expect(makeSecretSeal([second, first]).open(sealed)).toBe('JBSWY3DP')
})

test('another secret, a changed text and no text at all open nothing', () => {
  const seal = makeSecretSeal([first])
  const sealed = seal.seal('JBSWY3DP')
  expect(makeSecretSeal([second]).open(sealed)).toBeNull()
  const changed = Buffer.from(sealed, 'base64url')
  changed[30] = (changed[30] ?? 0) ^ 1
  expect(seal.open(changed.toString('base64url'))).toBeNull()
  expect(seal.open('')).toBeNull()
})
