import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client'

/** The metrics of one process. */
export type MetricsShare = MetricObject[]

export const sumMetrics = (shares: readonly MetricsShare[]): Registry =>
  AggregatorRegistry.aggregate([...shares])

/** The counts of processes that have ended. Their last gauges are not kept. */
export async function addEnded(ended: MetricsShare, last: MetricsShare): Promise<MetricsShare> {
  const counted = last.filter(({ type }) => String(type) !== 'gauge')
  return ended.length === 0 ? counted : sumMetrics([ended, counted]).getMetricsAsJSON()
}
