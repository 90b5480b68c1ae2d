import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { type CurrentUser, currentUser } from '#contract/accounts.ts'

type Person = { email: string; password: string; firstName: string; lastName: string }

export const goodPassword = 'plum teapot orbit 42'

let people = 0
/** A user without an account. Each user has a separate IP address, so that rate limits do not interfere. */
export function makePerson(person: Partial<Person> = {}): Person & { address: string } {
  people += 1
  return {
    email: `person${people}@example.test`,
    password: goodPassword,
    firstName: 'Ada',
    lastName: 'Lovelace',
    address: `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}`,
    ...person,
  }
}

/** The last session cookie that a reply set, for the next request; null if it set none. */
export function sessionCookieOf(reply: LightMyRequestResponse): string | null {
  const set = reply.cookies.filter(({ name }) => name === 'sid' || name === '__Host-sid').at(-1)
  return set === undefined || set.value === '' ? null : `${set.name}=${encodeURIComponent(set.value)}`
}

function requireCookie(reply: LightMyRequestResponse): string {
  const cookie = sessionCookieOf(reply)
  if (cookie === null) throw new Error(`The reply set no session cookie: ${reply.statusCode} ${reply.body}`)
  return cookie
}

type Sent = { cookie?: string; address?: string; headers?: Record<string, string> }

/** Sends JSON as the page does. */
export function post(app: FastifyInstance, url: string, payload: object, sent: Sent = {}) {
  const headers = { ...(sent.cookie === undefined ? {} : { cookie: sent.cookie }), ...sent.headers }
  const remoteAddress = sent.address ?? '127.0.0.1'
  return app.inject({ method: 'POST', url, payload, headers, remoteAddress })
}

/** The current user of a session; null if nobody is signed in with it. */
export async function whoIs(app: FastifyInstance, cookie: string | null): Promise<CurrentUser | null> {
  const reply = await app.inject({ url: '/api/user', headers: cookie === null ? {} : { cookie } })
  if (reply.statusCode === 401) return null
  expect(reply.statusCode, reply.body).toBe(200)
  return currentUser.parse(reply.json())
}

export type SignedUp = Person & { cookie: string; user: CurrentUser; address: string }

/** Creates an account like the sign-up page. */
export async function signUp(app: FastifyInstance, wanted: Partial<Person> = {}): Promise<SignedUp> {
  const { address, ...person } = makePerson(wanted)
  const reply = await post(app, '/api/register', person, { address })
  expect(reply.statusCode, reply.body).toBe(200)
  const cookie = requireCookie(reply)
  const user = await whoIs(app, cookie)
  if (user === null) throw new Error(`${person.email} was not signed in: is the address known already?`)
  return { ...person, address, cookie, user }
}

/** Signs in with a correct password; returns the session's cookie. */
export async function signIn(
  app: FastifyInstance,
  { email, password, address }: Pick<SignedUp, 'email' | 'password'> & { address?: string },
  headers: Record<string, string> = {},
): Promise<string> {
  const from = { headers, ...(address === undefined ? {} : { address }) }
  const reply = await post(app, '/api/login', { email, password }, from)
  expect(reply.statusCode, reply.body).toBe(200)
  return requireCookie(reply)
}
