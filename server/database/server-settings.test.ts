import { expect, test } from 'vitest'
import { serverSettings } from './server-process.ts'

const gigabyte = 1024 ** 3

test.each([
  [24 * gigabyte, '3072MB'],
  [2 * gigabyte, '256MB'],
  [gigabyte / 4, '64MB'],
  [512 * gigabyte, '4096MB'],
])('of %d bytes of memory the embedded server shares %s', (memoryBytes, expected) => {
  expect(serverSettings(memoryBytes).shared_buffers).toBe(expected)
})
