import pg from 'pg'
import { expect, test } from 'vitest'
import { PaymentsUnreachable } from '#server/payment-ports.ts'
import { SourceError } from '#server/source-ports.ts'
import { databaseTrouble } from './database-failure.ts'
import { DrizzleQueryError } from './drizzle.ts'
import { DatabaseUnavailable } from './system-error.ts'

function refused(code: string): Error {
  const error = new pg.DatabaseError('could not do "secret"', 1, 'error')
  error.code = code
  return new DrizzleQueryError('update "users" set "name" = $1', ['secret'], error)
}

const states =
  '57P01 57P02 57P03 53000 53100 53200 53300 53400 57014 40001 40P01 55P03 25006 28P01 3D000 08006'

test.each(states.split(' '))(
  'SQLSTATE %s is trouble of the database, reported without the statement',
  (code) => {
    const trouble = databaseTrouble(refused(code))
    expect(trouble).toMatchObject({ code })
    expect(trouble?.reason).not.toMatch(/secret|users|update/u)
  },
)

test.each([
  new Error('Connection terminated unexpectedly'),
  new Error('Query read timeout'),
  Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  }),
  Object.assign(new Error('connect ENOENT /tmp/.s.PGSQL.5432'), { code: 'ENOENT', syscall: 'connect' }),
  Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
  new Error('a wrapper', { cause: new DatabaseUnavailable('The database did not answer.') }),
])('a connection that breaks or cannot be made is trouble: $message', (error) => {
  expect(databaseTrouble(error)).not.toBeNull()
  expect(databaseTrouble(error)?.reason).not.toMatch(/10\.0|\/tmp/u)
})

test.each([SourceError, PaymentsUnreachable])('%o that cannot be reached is none', (Failure) => {
  const cause = Object.assign(new Error('getaddrinfo ENOTFOUND hn.example'), { code: 'ENOTFOUND' })
  expect(databaseTrouble(new Failure('could not be reached', { cause }))).toBeNull()
})

test.each([
  refused('23505'),
  refused('42P01'),
  refused('22P02'),
  Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }),
  new Error('undefined is not a function'),
  'nonsense',
])('a mistake of ours is none: %s', (error) => {
  expect(databaseTrouble(error)).toBeNull()
})
