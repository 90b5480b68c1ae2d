import { expect, test } from 'vitest'
import { toWriteError } from './to-write-error.ts'

const failure = (code: string) => toWriteError(Object.assign(new Error('what the driver says'), { code }))

test.each(['EPIPE', 'ECONNRESET', '57P01'])('%s is a lost connection', (code) => {
  expect(failure(code).message).toBe('the connection to the database was lost')
})

test.each(['XX000', '42P01'])('%s is a failure that the server reports', (code) => {
  expect(failure(code).message).toBe('the database failed: what the driver says')
})
