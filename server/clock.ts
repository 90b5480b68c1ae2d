import { LRUCache } from 'lru-cache'

/** The current time; tests can set it. */
export type Clock = () => Date

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof weekdays)[number]

/**
 * When work is due: every so many minutes, counted from `offsetMinutes` of a UTC day; or at a local time such as
 * 07:30, daily or on one day of the week. A time that the clock skips is due as much later, one that it repeats the
 * first time: exactly once on that day.
 */
export type Rhythm =
  | { everyMinutes: number; offsetMinutes?: number }
  | { at: `${number}:${number}`; timeZone: string; on?: Weekday }

/** Work by its key; its data is in the product's tables, so that `data` only names it. */
export type DueJob = { key: string; data: object; group?: string }

/** Background work, done once by all instances together: by whichever takes it first. */
export type Duty = {
  name: string
  /** Under this title the operator reads how it went. */
  title?: string
  /** A failure is retried later; its name and code are stored. */
  run: (data: object, signal: AbortSignal) => Promise<void>
} & (
  | {
      /** A run each time, never two at once. The last time that all instances missed is made up for. */
      rhythm: Rhythm
      /** Also when an instance starts. */
      atStart?: true
    }
  | {
      /** The number of concurrent jobs per instance. */
      atOnce: number
      /** Pending work; listed again until it is done. Jobs of a group run one at a time. */
      listDue: () => Promise<DueJob[]>
      /** What a transaction that adds such work announces. */
      announcedAs?: string
      /** After the last attempt. */
      giveUp?: (data: object) => Promise<void>
    }
)

type LocalRhythm = Extract<Rhythm, { at: string }>

const minuteMs = 60_000
/** In UTC, which has no summer time. */
export const dayMs = 1440 * minuteMs

const makeFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

/** Making one takes longer than using it. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 1000, memoMethod: makeFormat })

/** The local time of an instant, as if it were UTC. */
function localMs(instantMs: number, timeZone: string): number {
  const fields = formats.memo(timeZone).formatToParts(instantMs)
  const read = (type: string) => Number(fields.find((field) => field.type === type)?.value)
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
}

const dayOf = (ms: number) => Math.floor(ms / dayMs)

/** The instant of a local time. No clock changes twice within two days, so it has one of the offsets around it. */
function instantOf(wantedMs: number, timeZone: string): number {
  const [before = 0, after = 0] = [wantedMs - dayMs, wantedMs + dayMs].map(
    (nearMs) => wantedMs - (localMs(nearMs, timeZone) - nearMs),
  )
  const shown = [before, after].filter((instantMs) => localMs(instantMs, timeZone) === wantedMs)
  if (shown.length > 0) return Math.min(...shown)
  // Skipped: later by as much, or earlier if that is tomorrow.
  const isTomorrow = dayOf(localMs(before, timeZone)) !== dayOf(wantedMs)
  return isTomorrow && dayOf(localMs(after, timeZone)) === dayOf(wantedMs) ? after : before
}

/** A clock that is set back over midnight, or skips a day, puts two days between the date and the next instant. */
const nearDays = { daily: [-2, -1, 0, 1, 2], weekly: Array.from({ length: 19 }, (_, at) => at - 9) }

/** The instants around `now` in order, each computed when it is asked for. */
function listInstants({ at, timeZone, on }: LocalRhythm, now: Date): (() => number)[] {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  const today = dayOf(localMs(Math.floor(now.getTime() / 1000) * 1000, timeZone))
  return nearDays[on === undefined ? 'daily' : 'weekly']
    .map((days) => (today + days) * dayMs)
    .filter((dayStart) => on === undefined || weekdays[new Date(dayStart).getUTCDay()] === on)
    .map((dayStart) => () => instantOf(dayStart + (hour * 60 + minute) * minuteMs, timeZone))
}

function pick(instants: readonly (() => number)[], fits: (instantMs: number) => boolean): Date {
  for (const readInstant of instants) {
    const instantMs = readInstant()
    if (fits(instantMs)) return new Date(instantMs)
  }
  throw new Error('A rhythm has an instant in every week.')
}

/** The last instant of a rhythm at or before `now`. */
export function lastDue(rhythm: Rhythm, now: Date): Date {
  if ('at' in rhythm) {
    return pick(listInstants(rhythm, now).toReversed(), (instantMs) => instantMs <= now.getTime())
  }
  const [first, step] = [(rhythm.offsetMinutes ?? 0) * minuteMs, rhythm.everyMinutes * minuteMs]
  return new Date(first + Math.floor((now.getTime() - first) / step) * step)
}

/** The first instant of a rhythm after `now`: to be stored, so that only those who are due are read. */
export function nextDue(rhythm: Rhythm, now: Date): Date {
  if ('at' in rhythm) return pick(listInstants(rhythm, now), (instantMs) => instantMs > now.getTime())
  return new Date(lastDue(rhythm, now).getTime() + rhythm.everyMinutes * minuteMs)
}

/** Whether a rhythm has had an instant after `since`, when the work was last done. */
export function isDueSince(rhythm: Rhythm, since: Date, now: Date): boolean {
  return lastDue(rhythm, now) > since
}
