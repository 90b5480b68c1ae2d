import type { FastifyInstance } from 'fastify'
import { type InstanceCounts, instanceCountsEndpoint } from '#contract/instance-counts.ts'
import { serve } from '#server/doors/web/serve.ts'

export function addInstanceRoutes(app: FastifyInstance, count: () => Promise<InstanceCounts>): void {
  serve(app, instanceCountsEndpoint, count)
}
