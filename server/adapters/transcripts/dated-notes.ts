import { isWeekday, monthOf, plainWord } from '../instants/date-words.ts'

const isDay = (word: string) => isWeekday(word) || /^(?:today|yesterday|tomorrow)$/u.test(word)
const isNumber = (word: string) => /^\d{1,4}(?:st|nd|rd|th)?$/u.test(word)

/** Whether a name is a date: `Monday`, `12 March`, `2024-03-12`. A month alone may be somebody's name. */
function isDate(speaker: string): boolean {
  const words = plainWord(speaker)
    .split(/[\s,.()/-]+/u)
    .filter((word) => word !== '')
  const isOfDate = (word: string) => isDay(word) || isNumber(word) || monthOf(word) !== undefined
  return words.every(isOfDate) && words.some((word) => isDay(word) || isNumber(word))
}

/** The first time in a line, in seconds: `0:03`, `1:00:21`. Times of day are compared in the same way. */
function timeIn(line: string): number {
  const [, hours = '0', minutes = '0', seconds = '0'] = /(?:(\d{1,2}):)?(\d{1,2}):(\d\d)/u.exec(line) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** The first line of a message, with the name in it. */
type HeadLine = { line: string; speaker: string }

/** Times go back at midnight. In the notes of several days they go back more often. */
const fewestPerFall = 4

/**
 * Whether lines with a name and a time are the headings of notes, such as `Monday 10:30` or `Team call 10:30`.
 * In a transcript they name people, and the times grow.
 */
export function areHeadings(heads: readonly HeadLine[]): boolean {
  const dates = heads.filter(({ speaker }) => isDate(speaker)).length
  if (2 * dates > heads.length) return true
  const times = heads.map(({ line }) => timeIn(line))
  const falls = times.filter((time, at) => time < (times[at - 1] ?? 0)).length
  const isRepeated = new Set(times).size === 1 && new Set(heads.map(({ speaker }) => speaker)).size === 1
  return isRepeated || fewestPerFall * falls >= heads.length
}
