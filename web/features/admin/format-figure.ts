const whole = new Intl.NumberFormat('en-US')
const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const calendarDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

export function formatCount(count: number): string {
  return whole.format(count)
}

/** "12.5", with two decimals at most. */
export function formatAverage(average: number): string {
  return decimal.format(average)
}

/** "3.4%", from 0-100. */
export function formatPercent(share: number): string {
  return `${percent.format(share)}%`
}

export function formatCounted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** Formats a calendar day such as "2026-11-21" as "Nov 21", regardless of the reader's time zone. */
export function formatCalendarDay(day: string): string {
  return calendarDay.format(new Date(`${day}T00:00:00Z`))
}

/** "1.4 MB", in steps of a thousand. */
export function formatSize(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** step
  return `${step === 0 || amount >= 100 ? whole.format(Math.round(amount)) : percent.format(amount)} ${units[step]}`
}
