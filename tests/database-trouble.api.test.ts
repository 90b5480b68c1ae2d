import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePerson, post, signUp, whoIs } from './harness/account-calls.ts'
import { search } from './harness/search-calls.ts'
import { openTestApp, type TestApp } from './harness/test-app.ts'

const states =
  '57P01 57P02 57P03 53000 53100 53200 53300 53400 57014 40001 40P01 55P03 25006 28P01 3D000 08006'.split(' ')
/** Values that users enter, which become parameters of statements. */
const planted = /zebrafinch|tealkettle/iu
const ofStatements = /insert into|update "|select "|delete from|\$argon2|params|at .*\.ts|node_modules/iu

let product: TestApp
const lines: string[] = []
beforeAll(async () => {
  const limits = { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' }
  product = await openTestApp({}, limits, (line) => lines.push(line))
  await product.database.pool.query(`
    create function fail_as() returns trigger language plpgsql as $$
    begin
      raise exception using errcode = tg_argv[0], message = 'refused ' || row_to_json(new)::text, detail = row_to_json(new)::text;
    end $$`)
})
afterAll(() => product.close())

/** Runs the work while every write to the table fails with this SQLSTATE. */
async function whileFailing<T>(table: string, state: string, work: () => Promise<T>): Promise<T> {
  const { pool } = product.database
  await pool.query(`create trigger failing before insert or update on ${table}
    for each row execute function fail_as('${state}')`)
  try {
    return await work()
  } finally {
    await pool.query(`drop trigger failing on ${table}`)
  }
}

function expectComeAgain(reply: Awaited<ReturnType<typeof post>>): void {
  expect(reply.statusCode, reply.body).toBe(503)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect(reply.json()).toEqual({
    code: 'overloaded',
    message: 'The database is busy or unavailable; try again in a few seconds',
    userMessage: 'We cannot reach our data at the moment. Please try again in a few seconds.',
  })
}

const stranger = () => ({ ...makePerson(), firstName: 'Zebrafinch', lastName: 'Tealkettle' })

describe.each(states)('while the database fails with %s', (state) => {
  test('a sign-up that cannot be stored asks to try again and creates no account', async () => {
    const { address, ...person } = stranger()
    expectComeAgain(
      await whileFailing('users', state, () => post(product.app, '/api/register', person, { address })),
    )
    const reply = await post(product.app, '/api/register', person, { address })
    expect(reply.statusCode).toBe(200)
  })

  test('a created account is reported as created even if its session cannot be stored', async () => {
    const { address, ...person } = stranger()
    const reply = await whileFailing('sessions', state, () =>
      post(product.app, '/api/register', person, { address }),
    )
    expect(reply.statusCode, reply.body).toBe(200)
    const signedIn = await post(product.app, '/api/login', person, { address })
    expect(signedIn.statusCode, signedIn.body).toBe(200)
  })

  test('a sign-in asks to try again and does not say that the password is wrong', async () => {
    const person = await signUp(product.app, { firstName: 'Zebrafinch' })
    expectComeAgain(await whileFailing('sessions', state, () => post(product.app, '/api/login', person)))
  })

  test('a search asks to try again and does not count', async () => {
    const { cookie } = await signUp(product.app)
    expectComeAgain(
      await whileFailing('search_sessions', state, () => search(product.app, 'zebrafinch', { cookie })),
    )
    const stats = await product.app.inject({ url: '/api/usage-stats', headers: { cookie } })
    expect(stats.json().searchesThisMonth).toBe(0)
  })

  test('a session continues if its last use cannot be stored', async () => {
    const { cookie, user } = await signUp(product.app)
    await product.database.pool.query(`update sessions set sess = (sess::jsonb - 'lastSeenAt')::json`)
    expect(await whileFailing('sessions', state, () => whoIs(product.app, cookie))).toEqual(user)
  })
})

test('no log line of these failures contains user input or part of a statement', () => {
  expect(lines.length).toBeGreaterThan(0)
  const ours = lines.filter((line) => !line.includes('"Security event"'))
  expect(ours.filter((line) => planted.test(line))).toEqual([])
  expect(
    ours
      .map((line) => JSON.stringify(JSON.parse(line), (key, value) => (key === 'stack' ? '' : value)))
      .filter((line) => ofStatements.test(line)),
  ).toEqual([])
})
