import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { returnPath } from './return-path-rules.ts'

describe('after a sign-in a person lands', () => {
  test.each([
    ['/results?q=invoicing%20tools#top', '/results?q=invoicing%20tools#top'],
    ['/profile', '/profile'],
    ['/results?q=größe', '/results?q=gr%C3%B6%C3%9Fe'],
    ['/a/../profile', '/profile'],
  ])('on the page of this site they asked for: %s', (asked, landed) => {
    expect(returnPath(asked)).toBe(landed)
  })

  test.each([
    ['', 'nothing'],
    ['https://evil.test/', 'a whole address'],
    ['//evil.test', 'another host'],
    ['/\\evil.test', 'a backslash that browsers read as a slash'],
    ['/\t/evil.test', 'a tab that browsers leave out'],
    ['/.//evil.test', 'a host behind a dot'],
    ['/ok\r\nset-cookie: a=b', 'a line break'],
    ['javascript:alert(1)', 'a script'],
    ['profile', 'no slash in front'],
    ['/api/auth/google', 'an address of the API'],
    ['/%61pi/../api/account/export', 'one in disguise'],
  ])('on the home page and nowhere else for %j: %s (3.7.2)', (asked) => {
    expect(returnPath(asked)).toBe('/')
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
        const landed = returnPath(asked)
        expect(landed).toMatch(/^\/(?!\/)[\x21-\x7e]*$/u)
        expect(new URL(landed, 'https://unmet.example').host).toBe('unmet.example')
      }),
    )
  })
})
