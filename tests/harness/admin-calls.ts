import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { AuditEntry } from '#contract/admin-overview.ts'
import { goodPassword, post, signUp } from './account-calls.ts'
import type { TestApp } from './test-app.ts'

export const operator = { username: 'The Operator', password: goodPassword }

/** The operator's cookie that a reply set, for the next request; null if it set none. */
export function adminCookieOf(reply: LightMyRequestResponse): string | null {
  const set = reply.cookies.filter(({ name }) => name === 'admin' || name === '__Secure-admin').at(-1)
  return set === undefined || set.value === '' ? null : `${set.name}=${set.value}`
}

/** The session cookie of a reply. Throws if the reply signed no operator in. */
export function requireAdminCookie(reply: LightMyRequestResponse): string {
  const cookie = adminCookieOf(reply)
  if (cookie === null) throw new Error(`No administrator was signed in: ${reply.statusCode} ${reply.body}`)
  return cookie
}

/** Runs the admin setup like the page, and returns the session's cookie. */
export async function setUpOperator(
  app: FastifyInstance,
  named: Partial<typeof operator> = {},
): Promise<string> {
  return requireAdminCookie(await post(app, '/api/admin/setup', { ...operator, ...named }))
}

/** Logs the operator in again, optionally from another IP address. */
export async function logIn(app: FastifyInstance, address?: string): Promise<string> {
  return requireAdminCookie(
    await post(app, '/api/admin/login', operator, address === undefined ? {} : { address }),
  )
}

export function adminGet(app: FastifyInstance, path: string, cookie: string) {
  return app.inject({ url: `/api/admin/${path}`, headers: { cookie } })
}

export function adminPost(app: FastifyInstance, path: string, payload: object, cookie = '') {
  return post(app, `/api/admin/${path}`, payload, { cookie })
}

/** Reads a path as the operator and returns the body. The status has to be 200. */
export async function adminRead<T>(app: FastifyInstance, path: string, cookie: string): Promise<T> {
  const reply = await adminGet(app, path, cookie)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<T>()
}

/** The audit log, newest first. */
export async function readAuditLog(app: FastifyInstance, cookie: string): Promise<AuditEntry[]> {
  return adminRead<AuditEntry[]>(app, 'audit-log?limit=200', cookie)
}

/** Creates an operator, and an account whose confirmed e-mail address is the operator's user name. */
export async function makeProtectedAccount({ app, database }: Pick<TestApp, 'app' | 'database'>) {
  const person = await signUp(app, { email: 'operator@example.test' })
  await database.pool.query('update users set email_verified_at = now() where id = $1', [person.user.id])
  const cookie = await setUpOperator(app, { username: 'Operator@Example.test' })
  return { person, cookie }
}
