import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { landingPath } from './landing-path.ts'

describe('after a sign-in a person lands', () => {
  test.each([
    ['/results?q=invoicing%20tools#top', '/results?q=invoicing%20tools#top'],
    ['/profile', '/profile'],
    ['/results?q=größe', '/results?q=gr%C3%B6%C3%9Fe'],
    ['/a/../profile', '/profile'],
    ['/?q=a%20b&session=x', '/?q=a%20b&session=x'],
    ['/?q=https://example.test', '/?q=https://example.test'],
    ['/profile#security', '/profile#security'],
    ['/authors', '/authors'],
  ])('on the page of this site they asked for: %s', (asked, landed) => {
    expect(landingPath(asked)).toBe(landed)
  })

  test.each([
    ['', 'nothing'],
    ['https://evil.test/', 'a whole address'],
    ['//evil.test', 'another host'],
    ['/\\evil.test', 'a backslash that browsers read as a slash'],
    ['/\t/evil.test', 'a tab that browsers leave out'],
    ['/.//evil.test', 'a host behind a dot'],
    ['/%2e//evil.test', 'one behind a dot in disguise'],
    ['/..//evil.test', 'one behind two dots'],
    ['/%2f/evil.test', 'one behind a slash in disguise'],
    ['/%5cevil.test', 'one behind a back slash in disguise'],
    ['/a//evil.test', 'two slashes'],
    ['/\n\\evil.test', 'a line break that browsers leave out'],
    ['/admin', 'the operator’s area'],
    ['/admin/reset-password?token=x', 'a page of it'],
    ['/auth?next=/auth', 'a sign-in page'],
    ['/auth/login', 'another one'],
    ['/reset-password?token=x', 'a mailed link'],
    ['/api/logout', 'a call'],
    ['/ok\r\nset-cookie: a=b', 'a line break'],
    ['javascript:alert(1)', 'a script'],
    ['profile', 'no slash in front'],
    ['/api/auth/google', 'an address of the API'],
    ['/%61pi/../api/account/export', 'one in disguise'],
  ])('on the home page and nowhere else for %j: %s (3.7.2)', (asked) => {
    expect(landingPath(asked)).toBe('/')
  })

  test('on this site, whatever was asked (3.7.2)', () => {
    const parts = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '\t',
      'evil.test',
      ' ',
    )
    const path = fc.array(fc.oneof(parts, fc.string({ maxLength: 3 }))).map((list) => `/${list.join('')}`)
    fc.assert(
      fc.property(path, (asked) => {
        const landed = landingPath(asked)
        expect(landed).toMatch(/^\/(?!\/)[\x21-\x7e]*$/u)
        expect(new URL(landed, 'https://unmet.example').host).toBe('unmet.example')
      }),
    )
  })
})
