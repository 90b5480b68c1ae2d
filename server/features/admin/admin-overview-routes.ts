import type { FastifyInstance } from 'fastify'
import {
  adminChartsEndpoint,
  adminHealthEndpoint,
  adminSearchSessionsEndpoint,
  adminStatsEndpoint,
  auditLogEndpoint,
  paymentConfigEndpoint,
  savePaymentConfigEndpoint,
} from '#contract/admin-overview.ts'
import { serve } from '#server/http/serve.ts'
import { listAuditLog, listSearches } from './list-activity.ts'
import { type ReadHealth, readHealth } from './read-health.ts'
import { type ReadStats, readAdminStats, readCharts } from './read-stats.ts'
import { readPaymentSettings, type SwitchPayments, switchPayments } from './switch-payments.ts'

type OverviewDeps = ReadStats &
  ReadHealth &
  SwitchPayments &
  Parameters<typeof listSearches>[0] &
  Parameters<typeof listAuditLog>[0]

export function addAdminOverviewRoutes(app: FastifyInstance, deps: OverviewDeps): void {
  serve(app, adminStatsEndpoint, () => readAdminStats(deps))
  serve(app, adminChartsEndpoint, ({ query }) => readCharts(deps, Number(query.days)))
  serve(app, adminSearchSessionsEndpoint, ({ query }) => listSearches(deps, query.limit, query.before))
  serve(app, auditLogEndpoint, ({ query }) => listAuditLog(deps, query.limit, query.before))
  serve(app, adminHealthEndpoint, () => readHealth(deps))
  serve(app, paymentConfigEndpoint, () => readPaymentSettings(deps))
  serve(app, savePaymentConfigEndpoint, ({ body, caller }) => switchPayments(deps, caller, body))
}
