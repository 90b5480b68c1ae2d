import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Backend = { port: number; isReady: boolean; isOut: boolean; late: number; agent: Agent }

const lookEveryMs = 500
const lookLimitMs = 2_000
/**
 * This many late replies in a row count as not ready, because on a busy machine a reply may be late once or
 * twice. A refused connection or a 503 counts at once.
 */
const mostLate = 3

/** The reply of an instance to /readyz: its status, 0 if nothing listens, or null if the reply is late. */
function askReadiness(port: number): Promise<number | null> {
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(lookLimitMs) }).then(
    ({ status }) => status,
    (error: unknown) => ((error as Error).name === 'TimeoutError' ? null : 0),
  )
}

async function look(backend: Backend): Promise<void> {
  const status = await askReadiness(backend.port)
  backend.late = status === null ? backend.late + 1 : 0
  if (status !== null) backend.isReady = status === 200
  else if (backend.late >= mostLate) backend.isReady = false
}

/**
 * A load balancer on loopback. It sends each request to the next instance that is ready, over persistent
 * connections. It repeats no request.
 */
export async function openProxy() {
  const backends = new Map<number, Backend>()
  let turn = 0
  const choose = (): Backend | undefined => {
    const usable = [...backends.values()].filter(({ isReady, isOut }) => isReady && !isOut)
    turn += 1
    return usable[turn % usable.length]
  }
  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    const backend = choose()
    if (backend === undefined) return void answer.writeHead(503).end('no instance is ready')
    const { port, agent } = backend
    const { url, method, headers } = asked
    const sent = request({ host: '127.0.0.1', port, agent, path: url, method, headers }, (reply) => {
      // These headers are about the connection between proxy and instance, so they are not sent to the
      // client.
      const { connection: _, 'keep-alive': __, ...passed } = reply.headers
      answer.writeHead(reply.statusCode ?? 502, passed)
      reply.pipe(answer)
      reply.on('error', () => answer.destroy())
    })
    sent.on('error', ({ message }) => {
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end(`${port}: ${message}`)
    })
    asked.pipe(sent)
  }
  const server = createServer({ keepAliveTimeout: 120_000 }, pass).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const timer = setInterval(() => void Promise.all([...backends.values()].map(look)), lookEveryMs)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(port: number): void {
      const agent = new Agent({ keepAlive: true })
      backends.set(port, { port, isReady: false, isOut: false, late: 0, agent })
    },
    /**
     * Removes an instance by hand. Needed for versions whose `/readyz` does not report that they are
     * draining.
     */
    takeOut(port: number): void {
      const backend = backends.get(port)
      if (backend !== undefined) backend.isOut = true
    },
    remove(port: number): void {
      backends.get(port)?.agent.destroy()
      backends.delete(port)
    },
    isReady: (port: number) => backends.get(port)?.isReady === true,
    close(): void {
      clearInterval(timer)
      for (const { agent } of backends.values()) agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
