/** "Nov 21, 2026", in the person's own time zone. */
export function formatLongDay(instant: string): string {
  return new Date(instant).toLocaleDateString('en-US', { dateStyle: 'medium' })
}

/** "Nov 21, 2026, 5:20 PM", in the person's own time zone. */
export function formatMoment(instant: string): string {
  return new Date(instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
}
