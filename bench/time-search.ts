import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

/** The time from the request to the last byte of a reply with status 200, without decompression. */
export async function timeSearch(url: string, keyword: string): Promise<number> {
  const startedAt = performance.now()
  const asked = request(`${url}/api/search`, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, deflate, br, zstd' },
  })
  asked.end(JSON.stringify({ keyword }))
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  reply.resume()
  await once(reply, 'end')
  if (reply.statusCode !== 200) throw new Error(`${keyword}: ${reply.statusCode}`)
  return performance.now() - startedAt
}
