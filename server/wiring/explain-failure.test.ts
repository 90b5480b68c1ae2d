import { expect, test } from 'vitest'
import { DrizzleQueryError } from '#server/database/drizzle.ts'
import { explainFailure } from './explain-failure.ts'

const failedWith = (code: string) => {
  const refusal = Object.assign(new Error('refused ann@example.test'), {
    code,
    severity: 'ERROR',
    routine: 'x',
  })
  return new DrizzleQueryError('insert into "posts" values ($1)', ['ann@example.test'], refusal)
}

test('a start that the database cuts short ends in one sentence', () => {
  expect(explainFailure(new Error('posts could not be stored', { cause: failedWith('53100') }))).toBe(
    'The database cannot be used: its disk is full. Nothing that was saved is lost: fix that and start again.',
  )
})

test('a bug shows its calls, and nothing of the statement that failed', () => {
  const explained = explainFailure(failedWith('42703'))
  expect(explained).toMatchObject({ message: 'A statement failed', stack: expect.stringMatching(/^\s+at /u) })
  expect(JSON.stringify(explained)).not.toMatch(/ann@example\.test|insert into/u)
})

test('a port that is taken is named with what to do', () => {
  const taken = Object.assign(new Error('listen EADDRINUSE: 3000'), { code: 'EADDRINUSE', syscall: 'listen' })
  expect(explainFailure(taken)).toBe('listen EADDRINUSE: 3000. Stop what listens there or set PORT.')
})
