import type { FastifyInstance } from 'fastify'
import { type InstanceCounts, instanceCountsEndpoint } from '#contract/instance-counts.ts'
import { serve } from '#server/http/serve.ts'

export type InstanceDeps = { countInstance: () => Promise<InstanceCounts> }

export function addInstanceRoutes(app: FastifyInstance, { countInstance }: InstanceDeps): void {
  serve(app, instanceCountsEndpoint, countInstance)
}
