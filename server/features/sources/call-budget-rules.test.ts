import { describe, expect, test } from 'vitest'
import { freeCalls, mergeRateLimits, spend, waitForCall, windowMs } from './call-budget-rules.ts'

const at = (
  now: number,
  calls: [number, number][],
  reported: [number, number] | null = null,
  pausedUntil = 0,
) => ({
  now,
  spent: calls.map(([moment, count]) => ({ at: moment, calls: count })),
  reported: reported && { until: reported[0], callsLeft: reported[1] },
  pausedUntil,
})

describe('waitForCall', () => {
  test('lets calls through up to the limit', () => {
    expect(waitForCall(at(1000, [[0, 99]]), { perMinute: 100, spare: 0 })).toBe(0)
    expect(waitForCall(at(1000, [[0, 100]]), { perMinute: 100, spare: 0 })).toBe(windowMs - 1000)
  })

  test('waits for the call that has to leave the minute, not for the first', () => {
    const spent: [number, number][] = [
      [100, 1],
      [200, 1],
      [300, 1],
    ]
    expect(waitForCall(at(1000, spent), { perMinute: 3, spare: 0 })).toBe(100 + windowMs - 1000)
    expect(waitForCall(at(1000, spent), { perMinute: 2, spare: 0 })).toBe(200 + windowMs - 1000)
    expect(waitForCall(at(1000, spent), { perMinute: 1, spare: 0 })).toBe(300 + windowMs - 1000)
  })

  test('does not count calls that are a minute old', () => {
    expect(waitForCall(at(windowMs, [[0, 100]]), { perMinute: 100, spare: 0 })).toBe(0)
  })

  test('waits for what the source says is renewed, and leaves the spare ones of a long window alone', () => {
    expect(waitForCall(at(0, [], [30_000, 0]), { perMinute: 100, spare: 0 })).toBe(30_000)
    expect(waitForCall(at(0, [], [30_000, 1]), { perMinute: 100, spare: 0 })).toBe(0)
    expect(waitForCall(at(0, [], [90_000, 40]), { perMinute: 60, spare: 40 })).toBe(90_000)
    expect(waitForCall(at(0, [], [30_000, 40]), { perMinute: 60, spare: 40 })).toBe(0)
    expect(waitForCall(at(0, [[0, 100]], [30_000, 0]), { perMinute: 100, spare: 0 })).toBe(windowMs)
  })
})

describe('freeCalls', () => {
  const callLimits = { perMinute: 100, spare: 0 }

  test('are what the minute and the source leave, whichever is less', () => {
    expect(freeCalls(at(1000, [[0, 30]]), callLimits)).toBe(70)
    expect(freeCalls(at(1000, [[0, 30]], [2000, 20]), callLimits)).toBe(20)
    expect(freeCalls(at(1000, [[0, 30]], [2000, 90]), callLimits)).toBe(70)
    expect(freeCalls(at(1000, [[0, 130]]), callLimits)).toBe(0)
    expect(freeCalls(at(1000, [], [300_000, 45]), { perMinute: 60, spare: 40 })).toBe(5)
    expect(freeCalls(at(1000, [], [2000, 45]), { perMinute: 60, spare: 40 })).toBe(45)
  })

  test('are none once they have been spent', () => {
    const spent = spend(at(1000, [[0, 30]], [2000, 20]), 20)
    expect(freeCalls(spent, callLimits)).toBe(0)
    expect(waitForCall(spent, callLimits)).toBe(1000)
  })
})

test('a pause that is asked for holds, whatever the source says is left', () => {
  const paused = at(1000, [], [86_400_000, 900], 13_000)
  expect(freeCalls(paused, { perMinute: 100, spare: 0 })).toBe(0)
  expect(waitForCall(paused, { perMinute: 100, spare: 0 })).toBe(12_000)
  expect(waitForCall(at(13_000, [], null, 13_000), { perMinute: 100, spare: 0 })).toBe(0)
})

describe('mergeRateLimits', () => {
  test('believes the least within one window, since answers overtake each other', () => {
    const known = { until: 10_000, callsLeft: 5 }
    expect(mergeRateLimits(known, { until: 10_400, callsLeft: 7 })).toEqual({ until: 10_400, callsLeft: 5 })
    expect(mergeRateLimits(known, { until: 9_000, callsLeft: 3 })).toEqual({ until: 10_000, callsLeft: 3 })
  })

  test('believes a later window whatever it says', () => {
    const latest = { until: 610_000, callsLeft: 999 }
    expect(mergeRateLimits({ until: 10_000, callsLeft: 0 }, latest)).toEqual(latest)
    expect(mergeRateLimits(null, latest)).toEqual(latest)
  })
})
