import { expect, test } from 'vitest'
import { authAddress } from './next-path.ts'

test('the page to come back to is in the address of the sign-in page, but for the start page', () => {
  expect(authAddress('/')).toBe('/auth/login')
  expect(authAddress('/profile')).toBe('/auth/login?next=%2Fprofile')
  expect(authAddress('/?q=x', '/auth')).toBe('/auth?tab=sign-up&next=%2F%3Fq%3Dx')
})
