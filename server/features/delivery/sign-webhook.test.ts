import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { makeWebhookSecret, signWebhook } from './sign-webhook.ts'

const body = JSON.stringify({ type: 'watch.post', data: { title: 'Ümläute & 😀' } })

test('a secret has 32 random bytes and is another one each time', () => {
  const secrets = Array.from({ length: 20 }, makeWebhookSecret)
  expect(new Set(secrets).size).toBe(20)
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_/u)
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  }
})

test('the independent verifier accepts what is signed, with either secret while one is changed', () => {
  const [older, newer] = [makeWebhookSecret(), makeWebhookSecret()]
  for (let at = 0; at < 100; at += 1) {
    const text = JSON.stringify({ at, body })
    const headers = signWebhook([newer, older], { id: `id-${at}`, body: text, now: new Date() })
    for (const secret of [older, newer])
      expect(new Webhook(secret).verify(text, headers)).toEqual({ at, body })
  }
})

test('it refuses another secret, a changed byte, another id, and a time six minutes old', () => {
  const secret = makeWebhookSecret()
  const hook = new Webhook(secret)
  const headers = signWebhook([secret], { id: 'one', body, now: new Date() })
  expect(hook.verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(makeWebhookSecret()).verify(body, headers)).toThrow('No matching signature')
  expect(() => hook.verify(body.replace('post', 'Post'), headers)).toThrow('No matching signature')
  expect(() => hook.verify(body, { ...headers, 'webhook-id': 'two' })).toThrow('No matching signature')
  const old = signWebhook([secret], { id: 'one', body, now: new Date(Date.now() - 6 * 60_000) })
  expect(() => hook.verify(body, old)).toThrow('Message timestamp too old')
})
