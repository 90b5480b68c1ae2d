import pg from 'pg'
import { expect, test } from 'vitest'
import { DrizzleQueryError } from '#server/database/drizzle.ts'
import { safeMessage } from './failure-report.ts'
import { makeLogger } from './logger.ts'

const secrets = /ann@example\.test|\$argon2|insert into|values \(/u

function failedStatement(): DrizzleQueryError {
  const refusal = new pg.DatabaseError('invalid input syntax: "ann@example.test"', 1, 'error')
  Object.assign(refusal, {
    severity: 'ERROR',
    code: '23505',
    detail: 'Key (email)=(ann@example.test) already exists.',
    where: 'SQL statement "insert into users values (ann@example.test)"',
    table: 'users',
    constraint: 'users_email_unique',
    routine: '_bt_check_unique',
  })
  return new DrizzleQueryError(
    'insert into "users" values ($1, $2)',
    ['ann@example.test', '$argon2id$v=19'],
    refusal,
  )
}

function unreadableText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}

function logged(details: object, message = 'It failed'): string {
  const lines: string[] = []
  makeLogger('info', { write: (line) => lines.push(line) }).error(details, message)
  return lines.join('')
}

test.each([
  ['a failed statement', { err: failedStatement() }],
  [
    'one below others',
    { err: new Error('outer', { cause: new Error('inner', { cause: failedStatement() }) }) },
  ],
  [
    'one that another error quotes',
    { err: new Error(`job: ${failedStatement().message}`, { cause: failedStatement() }) },
  ],
  ['one among several', { err: new AggregateError([failedStatement(), new Error('other')], 'both') }],
  ['the refusal alone', { err: failedStatement().cause }],
  ['a text that is no JSON', { err: unreadableText('ann@example.test') }],
  ['under another name', { error: failedStatement(), cause: failedStatement() }],
])('the log holds no statement and no parameter: %s', (_, details) => {
  expect(logged(details)).not.toMatch(secrets)
})

test.each<[string, (log: ReturnType<typeof makeLogger>, error: Error) => void]>([
  ['bare', (log, error) => log.error(error)],
  ['without a message', (log, error) => log.error({ err: error })],
  ['with its own message', (log, error) => log.child({}).error({ err: error }, error.message)],
])('a library that logs a failed statement %s says no more of it', (_, log) => {
  const lines: string[] = []
  log(makeLogger('info', { write: (line) => lines.push(line) }), failedStatement())
  expect(lines.join('')).not.toMatch(secrets)
  expect(JSON.parse(lines.join(''))).toMatchObject({
    msg: 'A statement failed',
    err: { cause: { code: '23505' } },
  })
})

test('the log names what an operator needs: state, table, constraint and the calls', () => {
  const { err } = JSON.parse(logged({ err: failedStatement() }))
  expect(err).toMatchObject({
    type: 'Error',
    message: 'A statement failed',
    cause: { code: '23505', severity: 'ERROR', table: 'users', constraint: 'users_email_unique' },
  })
  expect(err.stack).toMatch(/^\s+at failedStatement/u)
})

test('errors of ours keep their words', () => {
  expect(JSON.parse(logged({ err: new TypeError('x is not a function') })).err).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
  })
  expect(safeMessage(new Error('no space'))).toBe('no space')
  expect(safeMessage(failedStatement())).toBe('A statement failed')
})
