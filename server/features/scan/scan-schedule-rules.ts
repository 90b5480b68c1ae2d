const hourMs = 3_600_000

/** The last moment at or before `now` of a rhythm of so many hours, one of whose moments is this hour of the UTC day. */
export function lastDue(now: Date, hour: number, everyHours: number): Date {
  const [first, step] = [hour * hourMs, everyHours * hourMs]
  return new Date(first + Math.floor((now.getTime() - first) / step) * step)
}

/** The first moment after `now` of the same. */
export function nextDue(now: Date, hour: number, everyHours: number): Date {
  return new Date(lastDue(now, hour, everyHours).getTime() + everyHours * hourMs)
}
