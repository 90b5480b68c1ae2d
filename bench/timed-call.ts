import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

export type Asked = { url: string; headers: Record<string, string>; body?: object }
export type Answered = { ms: number; reply: IncomingMessage; text: string }

/**
 * The reply, and the milliseconds from the request to the reply's last byte. Sends a POST if there is a body.
 * Throws unless the status is 200 or 304.
 */
export async function timedCall({ url, headers, body }: Asked): Promise<Answered> {
  const startedAt = performance.now()
  const asked = request(url, {
    agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'accept-encoding': 'gzip, deflate, br, zstd',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  })
  asked.end(body === undefined ? undefined : JSON.stringify(body))
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  const ms = performance.now() - startedAt
  const text = Buffer.concat(parts).toString()
  if (reply.statusCode !== 200 && reply.statusCode !== 304)
    throw new Error(`${url}: ${reply.statusCode} ${text}`)
  return { ms, reply, text }
}
