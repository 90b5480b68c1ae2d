import { describe, expect, test } from 'vitest'
import { makeAccountMails } from './account-mails.ts'
import { layoutMail } from './mail-layout.ts'

const mails = makeAccountMails('https://unmet.example')
const to = 'ann@people.example'
const token = 'Az09-_'.repeat(7).padEnd(43, 'q')

describe('links', () => {
  test.each([
    ['resetLink', mails.resetLink(to, token), `https://unmet.example/reset-password?token=${token}`],
    ['verifyAddress', mails.verifyAddress(to, token), `https://unmet.example/verify-email?token=${token}`],
    [
      'confirmNewAddress',
      mails.confirmNewAddress(to, token),
      `https://unmet.example/verify-email?token=${token}`,
    ],
    ['signUpAttempt', mails.signUpAttempt(to), 'https://unmet.example/auth'],
    ['passwordChanged', mails.passwordChanged(to), 'https://unmet.example/auth'],
    ['identityLinked', mails.identityLinked(to), 'https://unmet.example/auth'],
    ['identityRemoved', mails.identityRemoved(to), 'https://unmet.example/auth'],
  ])('of %s are complete in both parts and lead to the public address', (_name, mail, link) => {
    expect(mail.text.split('\n')).toContain(link)
    expect(mail.html).toContain(`href="${link}"`)
    const addresses = [...mail.html.matchAll(/href="([^"]*)"/gu)].map(([, address = '']) => address)
    expect(new Set(addresses)).toEqual(new Set([link]))
  })
})

test('nothing in a mail is loaded from elsewhere', () => {
  const all = [
    mails.resetLink(to, token),
    mails.verifyAddress(to, token),
    mails.signUpAttempt(to),
    mails.passwordChanged(to),
    mails.identityLinked(to),
    mails.identityRemoved(to),
    mails.addressChanged(to),
    mails.confirmNewAddress(to, token),
    mails.accountDeleted(to),
  ]
  expect(all.filter(({ html }) => /<(img|link|script|iframe)|url\(/iu.test(html))).toEqual([])
  expect(new Set(all.map(({ subject }) => subject)).size).toBe(all.length)
})

test('the HTML part shows every text as text', () => {
  const nasty = `<img src=x onerror="alert('1')">&amp;`
  const { html, text } = layoutMail(to, nasty, {
    paragraphs: [nasty],
    action: { label: nasty, link: 'https://unmet.example/?a=1&b="><b>' },
    ending: nasty,
  })
  expect(html).not.toContain('<img')
  expect(html).not.toContain('<b>')
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;')
  expect(html).toContain('href="https://unmet.example/?a=1&amp;b=&quot;&gt;&lt;b&gt;"')
  expect(text).toContain(nasty)
})
