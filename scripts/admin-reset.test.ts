import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  adminPost,
  operator,
  readAuditLog,
  requireAdminCookie,
  setUpOperator,
} from '#tests/harness/admin-calls.ts'
import { runScript } from '#tests/harness/run-script.ts'
import { runScriptHere } from '#tests/harness/run-script-here.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
beforeAll(async () => {
  product = await openTestApp()
})
afterAll(() => product.close())

/** Runs the command in this process, or with `runScript` in another process. */
async function reset(args: readonly string[] = [], run = runScriptHere) {
  const { code, stdout, stderr } = await run('admin-reset.ts', args, {
    DATABASE_URL: product.database.url,
    PUBLIC_URL: 'https://unmet.example',
  })
  return { code, stdout, stderr }
}

test('before the setup there is nobody to reset, and it says where to set up', async () => {
  expect(await reset()).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no administrator yet. Set one up at https://unmet.example/admin/setup.\n',
  })
})

test('its link sets a new password, and who asked is noted as the server', async () => {
  await setUpOperator(product.app)
  const { code, stdout } = await reset([], runScript)
  const token = /^https:\/\/unmet\.example\/admin\/reset-password\?token=([\w-]{43})$/mu.exec(stdout)?.[1]
  expect([code, token]).toEqual([0, expect.any(String)])
  const password = 'another plum teapot'
  expect((await adminPost(product.app, 'reset-password', { token, password })).statusCode).toBe(200)
  const cookie = requireAdminCookie(await adminPost(product.app, 'login', { ...operator, password }))
  const log = await readAuditLog(product.app, cookie)
  expect(log.find(({ action }) => action === 'password_reset_requested')).toMatchObject({
    admin: 'The Operator',
    ipAddress: null,
    details: 'By a command on the server.',
  })
})

test('it turns the second factor off when asked to', async () => {
  await product.database.pool.query(
    `insert into admin_second_factors (admin_id, sealed_secret, confirmed_at) select id, 'x', now() from admin_users`,
  )
  const { code, stdout } = await reset(['--without-second-factor'])
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'The second factor is off.'])
  const { rows } = await product.database.pool.query('select from admin_second_factors')
  expect(rows).toEqual([])
})

test('a wrong option ends with 2 and one line, help with 0', async () => {
  expect(await reset(['--all'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown option '--all'.* See --help\.\n$/u),
  })
  expect((await reset(['--help'])).code).toBe(0)
})
