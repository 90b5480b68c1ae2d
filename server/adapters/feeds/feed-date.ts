const earliestMs = Date.UTC(1995, 0, 1)
const dayMs = 86_400_000

/** ISO and the dates of mails say their zone; what does not is UTC. Others of the usual ways are tried. */
function parse(text: string): number {
  const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d|UTC|GMT)?$/iu.exec(
    text,
  )
  if (iso !== null) {
    const [, day, time, zone = 'Z'] = iso
    const offset = /^(?:z|utc|gmt)$/iu.test(zone) ? 'Z' : zone.replace(/^(...):?(..)$/u, '$1:$2')
    return Date.parse(`${day}T${time}${offset}`)
  }
  // The day of the week is often wrong, or in another language.
  const bare = text.replace(/^\p{L}+\.?,?\s+(?=\d+\s+\p{L})/u, '')
  if (!/\d{4}|\d{1,2} \p{L}{3} \d\d\b/u.test(bare)) return Number.NaN
  const hasZone = /(?:[A-Z]{1,5}|[+-]\d\d:?\d\d|\d{4}-\d\d-\d\d)$/u.test(bare)
  return Date.parse(hasZone ? bare : `${bare} UTC`)
}

/** A date as feeds write it, or null for what cannot be one. Clocks that are ahead by a day are put to `now`. */
export function readFeedDate(text: string | undefined, now: Date): Date | null {
  const ms = text === undefined ? Number.NaN : parse(text.trim())
  if (Number.isNaN(ms) || ms < earliestMs || ms > now.getTime() + dayMs) return null
  return new Date(Math.min(ms, now.getTime()))
}
