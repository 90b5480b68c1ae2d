import type { FastifyInstance } from 'fastify'
import type { Readiness } from '#server/readiness.ts'

/**
 * For supervisors and load balancers: this process answers (`/livez`, `/healthz`), and requests can be served
 * (`/readyz`). What is missing is nobody's business but the operator's.
 */
export function addHealth(app: FastifyInstance, readiness: Pick<Readiness, 'ask'>): void {
  for (const path of ['/livez', '/healthz']) app.get(path, async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (await readiness.ask()) return { status: 'ok' }
    reply.code(503).header('retry-after', 5)
    return { message: 'Not ready; try again in a few seconds', code: 'overloaded' }
  })
}
