import { describe, expect, test } from 'vitest'
import { authAddress, safeNextPath } from './next-path.ts'

describe('where a person lands after signing in', () => {
  test('is the path of this site that was asked for, with its query and hash', () => {
    expect(safeNextPath('/?q=a%20b&session=x')).toBe('/?q=a%20b&session=x')
    expect(safeNextPath('/profile#security')).toBe('/profile#security')
  })

  test.each([
    '//evil.test/a',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n\\evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    'profile',
    '',
  ])('is never another site, nor what is no path: %j', (given) => {
    expect(safeNextPath(given)).toBe('/')
  })

  test("is never a sign-in page, the operator's area or a call", () => {
    expect(safeNextPath('/admin')).toBe('/')
    expect(safeNextPath('/admin/reset-password?token=x')).toBe('/')
    expect(safeNextPath('/auth?next=/auth')).toBe('/')
    expect(safeNextPath('/auth/login')).toBe('/')
    expect(safeNextPath('/api/logout')).toBe('/')
    expect(safeNextPath('/reset-password?token=x')).toBe('/')
    expect(safeNextPath('/authors')).toBe('/authors')
  })

  test('stands in the address of the sign-in page, but for the start page', () => {
    expect(authAddress('/')).toBe('/auth/login')
    expect(authAddress('/profile')).toBe('/auth/login?next=%2Fprofile')
    expect(authAddress('/?q=x', '/auth')).toBe('/auth?tab=sign-up&next=%2F%3Fq%3Dx')
  })
})
