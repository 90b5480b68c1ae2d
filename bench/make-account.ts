import { timedCall } from './timed-call.ts'

/** Signs up a new account, and returns its address and the cookies of its session. */
export async function makeAccount(url: string): Promise<{ email: string; cookie: string }> {
  const email = `bench-${Date.now()}@example.test`
  const body = { email, password: 'a long password of the bench', firstName: 'A', lastName: 'B' }
  const { reply } = await timedCall({ url: `${url}/api/register`, headers: {}, body })
  const cookies = (reply.headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0])
  return { email, cookie: cookies.join('; ') }
}
