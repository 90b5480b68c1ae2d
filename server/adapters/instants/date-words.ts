const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb']

/** A word in lower case without accents. */
export const plainWord = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The names of these days' months or weekdays in several languages, each with its number from 1. */
function namesOf(part: 'month' | 'weekday', days: readonly number[]): [string, number][] {
  return (['long', 'short'] as const).flatMap((form) =>
    languages.flatMap((language) => {
      const format = new Intl.DateTimeFormat(language, { [part]: form, timeZone: 'UTC' })
      return days.map((day, at): [string, number] => [
        plainWord(format.format(day)).replaceAll('.', ''),
        at + 1,
      ])
    }),
  )
}

const firstsOfMonths = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1))
/** The names of months. No name means two different months. */
const months = new Map([...namesOf('month', firstsOfMonths), ['sept', 9] as const])

const daysOfWeek = Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, 1 + day))
const weekdayNames = new Map(namesOf('weekday', daysOfWeek))

export const monthOf = (word: string): number | undefined => months.get(word)

export const isWeekday = (word: string): boolean => weekdayNames.has(word)

const weekdays = 'mon tue tues wed weds thu thur thurs fri sat sun'.split(' ')

/** Words that add nothing to the numbers: weekdays, `at` in several languages, the `th` of `4th`. */
export const isFiller = (word: string) =>
  /^(?:at|on|of|the|de|del|um|uhr|a|as|las|la|alle|ore|om|le|el|kl|st|nd|rd|th|t|年|月|日)$/u.test(word) ||
  weekdays.includes(word) ||
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/u.test(word)

/**
 * UTC offsets of unambiguous zone names in hours, including the names of RFC 822. `IST`, `BST` and `AST` are
 * missing because they are ambiguous.
 */
const zoneHours = new Map(
  [
    'z 0 utc 0 gmt 0 ut 0 wet 0 west 1 cet 1 cest 2 met 1 mest 2 eet 2 eest 3 msk 3',
    'est -5 edt -4 cst -6 cdt -5 mst -7 mdt -6 pst -8 pdt -7 akst -9 akdt -8 hst -10',
    'jst 9 kst 9 hkt 8 sgt 8 awst 8 acst 9.5 acdt 10.5 aest 10 aedt 11 nzst 12 nzdt 13',
  ].flatMap((names) =>
    [...names.matchAll(/\b([a-z]+) (\S+)/gu)].map(([, name = '', hours]) => [name, Number(hours)] as const),
  ),
)

export function offsetOfName(word: string): number | null {
  const hours = zoneHours.get(word)
  return hours === undefined ? null : hours * 3_600_000
}

/** The UTC offset of a zone such as `Europe/Berlin` at an instant. Null for an unknown zone. */
function offsetAt(place: string, ms: number): number | null {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: place, timeZoneName: 'longOffset' })
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?/u.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes)) * 60_000
  } catch {
    return null
  }
}

/**
 * The instant of a local time in a zone. If the local time occurs twice, this is the first of the two
 * instants.
 */
export function instantIn(place: string, shownMs: number): number | null {
  const offsets = [-86_400_000, 86_400_000].map((around) => offsetAt(place, shownMs + around))
  const [before, after] = offsets
  if (before == null || after == null) return null
  const fits = [before, after].find((offset) => offsetAt(place, shownMs - offset) === offset)
  return shownMs - (fits ?? before)
}
