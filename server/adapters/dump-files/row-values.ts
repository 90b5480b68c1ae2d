const earliestMs = Date.UTC(2000, 0, 1)
const latestMs = Date.UTC(2100, 0, 1)
const largestCount = 2_147_483_647

/** Text, or null for anything that is none; a number counts as its digits. */
export function readText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/** A whole number from 12, 12.0 or "12"; null for nothing, nonsense and what no column can hold, NaN for a fraction. */
export function readCount(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null
  const count = Number(value)
  if (!Number.isFinite(count) || Math.abs(count) > largestCount) return null
  return Number.isInteger(count) ? count : Number.NaN
}

/** Dumps say true, CSV exports "True" or "1". */
export function readFlag(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^\s*(true|1|yes)\s*$/iu.test(value))
}

/** An instant from Unix seconds (number, float or string), milliseconds, or an ISO date (UTC unless it says otherwise). */
export function readInstant(value: unknown): Date | null {
  const ms =
    typeof value === 'number' ? unixMs(value) : typeof value === 'string' ? textMs(value.trim()) : null
  return ms !== null && ms >= earliestMs && ms < latestMs ? new Date(ms) : null
}

function unixMs(seconds: number): number {
  return Math.round(seconds > 1e11 ? seconds : seconds * 1000)
}

function textMs(text: string): number | null {
  if (/^\d+(\.\d+)?$/u.test(text)) return unixMs(Number(text))
  const parts =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/iu.exec(text)
  if (parts === null) return null
  const [, date, time = '00:00', zone = 'Z'] = parts
  const ms = Date.parse(
    `${date}T${time}${/^(z|utc)$/iu.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/u, '$1:$2')}`,
  )
  // The 31st of February would be read as a day of March.
  return Number.isNaN(ms) || !isDay(date ?? '') ? null : ms
}

function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}
