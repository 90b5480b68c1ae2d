const dayMs = 86_400_000

/** The last moment at or before `now` when this hour of the UTC day began. */
export function lastScheduled(now: Date, hour: number): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour)
  return new Date(today <= now.getTime() ? today : today - dayMs)
}

/** The first moment after `now` when this hour of the UTC day begins. */
export function nextScheduled(now: Date, hour: number): Date {
  return new Date(lastScheduled(now, hour).getTime() + dayMs)
}
