import { LRUCache } from 'lru-cache'

/** The current time; tests can set it. */
export type Clock = () => Date

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof weekdays)[number]

/**
 * When work is due: at a fixed interval that starts at `offsetMinutes` of each UTC day, or daily or weekly at
 * a local time. If daylight saving skips the local time, the work is due later by the length of the gap. A
 * repeated local time counts once.
 */
export type Rhythm =
  | { everyMinutes: number; offsetMinutes?: number }
  | { at: `${number}:${number}`; timeZone: string; on?: Weekday }

/** A job and its key. The work's data is in the product's tables; `data` only identifies the job. */
export type DueJob = { key: string; data: object; group?: string }

/** Background work that one instance at a time does for all instances. */
export type Duty = {
  name: string
  /** The title under which the operator sees the outcome of this work. */
  title?: string
  /** A failure is retried later. Only its name and code are stored. */
  run: (data: object, signal: AbortSignal) => Promise<void>
} & (
  | {
      /** Work whose runs never overlap. If all instances missed a scheduled time, the work runs late. */
      rhythm: Rhythm
      /** Also runs when an instance starts. */
      atStart?: true
    }
  | {
      /** The number of concurrent jobs per instance. */
      atOnce: number
      /**
       * Lists pending work. A job is listed again until its work is done. Jobs of a group run one at a time.
       */
      listDue: () => Promise<DueJob[]>
      /** The name by which a transaction announces new work. */
      announcedAs?: string
      /** Called when the last attempt has failed. */
      giveUp?: (data: object) => Promise<void>
    }
)

type LocalRhythm = Extract<Rhythm, { at: string }>

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
/** In UTC, which has no summer time. */
export const dayMs = 24 * hourMs

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

/** Formats are cached, because creating a format takes longer than using it. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 1000, memoMethod: makeFormat })

/** The local time of an instant, as if it were UTC. */
function localMs(instantMs: number, timeZone: string): number {
  const fields = formats.memo(timeZone).formatToParts(instantMs)
  const read = (type: string) => Number(fields.find((field) => field.type === type)?.value)
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
}

const dayOf = (ms: number) => Math.floor(ms / dayMs)

/**
 * The instant of a local time. A zone changes its clock at most once in two days, so the offset is that of
 * the day before or that of the day after.
 */
function instantOf(wantedMs: number, timeZone: string): number {
  const [before = 0, after = 0] = [wantedMs - dayMs, wantedMs + dayMs].map(
    (nearMs) => wantedMs - (localMs(nearMs, timeZone) - nearMs),
  )
  const shown = [before, after].filter((instantMs) => localMs(instantMs, timeZone) === wantedMs)
  if (shown.length > 0) return Math.min(...shown)
  // The local time is skipped, so it is moved later by the length of the gap, or earlier if the later time
  // would be on the next day.
  const isTomorrow = dayOf(localMs(before, timeZone)) !== dayOf(wantedMs)
  return isTomorrow && dayOf(localMs(after, timeZone)) === dayOf(wantedMs) ? after : before
}

/** If a clock is set back over midnight or skips a day, the next instant can be two days after the date. */
const nearDays = { daily: [-2, -1, 0, 1, 2], weekly: Array.from({ length: 19 }, (_, at) => at - 9) }

/** The instants around `now` in order. Each instant is computed only when it is needed. */
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

/**
 * The first instant of a rhythm after `now`. The instant is stored, so that a query finds the rows that are
 * due.
 */
export function nextDue(rhythm: Rhythm, now: Date): Date {
  if ('at' in rhythm) return pick(listInstants(rhythm, now), (instantMs) => instantMs > now.getTime())
  return new Date(lastDue(rhythm, now).getTime() + rhythm.everyMinutes * minuteMs)
}
