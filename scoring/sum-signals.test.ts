import { describe, expect, it } from 'vitest'
import { excessOf, strengthOf } from './sum-signals.ts'

describe('the strength of a signal', () => {
  const clear = excessOf(0.5)
  const vague = excessOf(-1)

  it('hardly rises if vague sentences join a clear one', () => {
    expect(strengthOf(clear + 5 * vague) - strengthOf(clear)).toBeLessThan(0.03)
  })

  it('rises with each clear sentence, and with vague ones where none is clear', () => {
    expect(strengthOf(2 * clear) - strengthOf(clear)).toBeGreaterThan(0.1)
    expect(strengthOf(5 * vague) - strengthOf(vague)).toBeGreaterThan(0.1)
  })

  it('is nothing without a sentence, and never certain', () => {
    expect(strengthOf(0)).toBe(0)
    expect(strengthOf(20 * excessOf(2))).toBeLessThan(1)
    expect(strengthOf(excessOf(0.5))).toBeGreaterThan(0.7)
  })
})
