import { offsetOfName } from './date-words.ts'

export type Token = {
  kind: 'number' | 'word' | 'sign'
  text: string
  /** Whether white space or nothing precedes the token. */
  apart: boolean
}

/** `zoneMs` is the offset from UTC; null if there is none. */
export type ClockTime = { from: number; to: number; ms: number; zoneMs: number | null }

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const largestOffsetMs = 14 * hourMs

const isNumber = (token: Token | undefined, ...digits: number[]) =>
  token?.kind === 'number' && digits.includes(token.text.length)
const isSign = (token: Token | undefined, signs: string) =>
  token?.kind === 'sign' && signs.includes(token.text)
const numberIn = (token: Token | undefined) => Number(token?.text)

/** A 12-hour clock counts from noon or midnight. With hours above 12, `PM` has no effect. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (half === 'am') return hour > 12 ? Number.NaN : hour % 12
  return hour > 12 ? hour : (hour % 12) + 12
}

/** Hours, minutes and seconds as numbers, or NaN for an invalid time. */
function timeMs(hour: number, minute: number, second: number): number {
  const isTime = hour < 24 || (hour === 24 && minute === 0 && second === 0)
  return isTime && minute < 60 && second < 61 ? hour * hourMs + minute * minuteMs + second * 1000 : Number.NaN
}

/** Reads `+02:00`, `+0200` or `+02`. A space after the sign is invalid, and so is a date after the offset. */
function readOffset(tokens: readonly Token[], at: number): { ms: number; to: number } | null {
  if (!isSign(tokens[at], '+-−') || tokens[at + 1]?.apart !== false) return null
  const sign = tokens[at]?.text === '+' ? 1 : -1
  const number = numberIn(tokens[at + 1])
  let to = at + 2
  let minutes = number * 60
  if (isNumber(tokens[at + 1], 4)) minutes = Math.floor(number / 100) * 60 + (number % 100)
  else if (!isNumber(tokens[at + 1], 1, 2)) return null
  else if (isSign(tokens[at + 2], ':') && isNumber(tokens[at + 3], 2)) {
    minutes += numberIn(tokens[at + 3])
    to = at + 4
  }
  const next = tokens[to]
  const ends = next === undefined || next.apart || next.kind === 'word'
  return ends && minutes * minuteMs <= largestOffsetMs ? { ms: sign * minutes * minuteMs, to } : null
}

const nameAt = (tokens: readonly Token[], at: number) =>
  tokens[at]?.kind === 'word' ? offsetOfName(tokens[at].text) : null

function readZone(tokens: readonly Token[], at: number): { ms: number; to: number } | null {
  const named = nameAt(tokens, at)
  if (named !== null) return readOffset(tokens, at + 1) ?? { ms: named, to: at + 1 }
  const offset = readOffset(tokens, at)
  // Some programs write both an offset and a zone: +0000 UTC.
  return offset !== null && nameAt(tokens, offset.to) !== null ? { ...offset, to: offset.to + 1 } : offset
}

const halfOf = (token: Token | undefined) =>
  token?.kind === 'word' && /^[ap]m$/u.test(token.text) ? token.text : undefined

function readTimeAt(tokens: readonly Token[], at: number): ClockTime | null {
  if (!isNumber(tokens[at], 1, 2)) return null
  let to = at + 1
  let [minute, second] = [0, 0]
  if (isSign(tokens[to], ':') && isNumber(tokens[to + 1], 2)) {
    minute = numberIn(tokens[to + 1])
    to += 2
    if (isSign(tokens[to], ':') && isNumber(tokens[to + 1], 2)) {
      second = numberIn(tokens[to + 1])
      to += 2
      const fraction = tokens[to + 1]
      if (isSign(tokens[to], '.,') && fraction?.kind === 'number' && !fraction.apart) {
        second += Number(`0.${fraction.text.slice(0, 3)}`)
        to += 2
      }
    }
  } else if (halfOf(tokens[to]) === undefined) return null
  const half = halfOf(tokens[to])
  if (half !== undefined) to += 1
  const ms = timeMs(hourOf(numberIn(tokens[at]), half), minute, second)
  const zone = readZone(tokens, to)
  return { from: at, to: zone?.to ?? to, ms, zoneMs: zone?.ms ?? null }
}

/** The first time of day among the words of a date. Its `ms` is NaN if the time is invalid. */
export function findClockTime(tokens: readonly Token[]): ClockTime | null {
  for (let at = 0; at < tokens.length; at += 1) {
    const found = readTimeAt(tokens, at)
    if (found !== null) return found
  }
  return null
}
