import { expect, test } from 'vitest'
import { authAddress } from './next-path.ts'

test('the URL of the sign-in page contains the page to return to, unless it is the start page', () => {
  expect(authAddress('/')).toBe('/auth/login')
  expect(authAddress('/profile')).toBe('/auth/login?next=%2Fprofile')
  expect(authAddress('/?q=x', '/auth')).toBe('/auth?tab=sign-up&next=%2F%3Fq%3Dx')
})
