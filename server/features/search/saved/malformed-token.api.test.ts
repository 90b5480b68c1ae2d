import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
beforeAll(async () => {
  product = await openTestApp()
})
afterAll(() => product.close())

describe.each(['/api/search-results', '/api/download'])('%s', (path) => {
  test.each(['x', '%00', "'%20or%201=1", 'a'.repeat(42), 'a'.repeat(190), '%F0%9F%98%80'])(
    'answers what cannot be a token, %s, as it answers an unknown one',
    async (token) => {
      const reply = await product.app.inject({ url: `${path}/${token}` })
      const unknown = await product.app.inject({ url: `${path}/${'A'.repeat(43)}` })
      expect(reply.json()).toEqual(unknown.json())
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toMatchObject({
        code: 'results_expired',
        userMessage:
          'Original results may have expired. Please download CSV immediately after future searches.',
      })
    },
  )
})
