let day: Intl.DateTimeFormat | undefined
let moment: Intl.DateTimeFormat | undefined

/** "Nov 21, 2026", in the user's time zone. */
export function formatLongDay(instant: string): string {
  // Created on first use, because creating the first formatter takes a slow phone 65 ms.
  day ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
  return day.format(new Date(instant))
}

/** "Nov 21, 2026, 5:20 PM", in the user's time zone. */
export function formatMoment(instant: string): string {
  moment ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  return moment.format(new Date(instant))
}
