const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** "Nov 21, 2026", in the person's own time zone. */
export function dayWords(instant: string): string {
  return day.format(new Date(instant))
}

/** "Nov 21, 2026, 5:20 PM", in the person's own time zone. */
export function momentWords(instant: string): string {
  return moment.format(new Date(instant))
}
