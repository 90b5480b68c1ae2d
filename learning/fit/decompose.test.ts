import { describe, expect, it } from 'vitest'
import { leadingDirections } from './decompose.ts'

/** A diagonal matrix. */
function diagonal(values: readonly number[]) {
  return {
    columns: values.length,
    from: Int32Array.from({ length: values.length + 1 }, (_, at) => at),
    column: Int32Array.from(values.keys()),
    value: Float32Array.from(values),
  }
}

describe('leadingDirections', () => {
  it('keeps the strongest directions apart, each as long as the root of its strength', () => {
    const rest = Array.from({ length: 37 }, (_, at) => 1 / (at + 1))
    const places = leadingDirections(diagonal([100, 49, 25, ...rest]), 3)
    const row = (at: number) => Array.from(places.subarray(at * 3, at * 3 + 3))
    expect(row(0).map((one) => Math.abs(one).toFixed(3))).toEqual(['10.000', '0.000', '0.000'])
    expect(row(1).map((one) => Math.abs(one).toFixed(3))).toEqual(['0.000', '7.000', '0.000'])
    expect(row(2).map((one) => Math.abs(one).toFixed(3))).toEqual(['0.000', '0.000', '5.000'])
  })

  it('gives the same numbers each time', () => {
    const matrix = diagonal(Array.from({ length: 30 }, (_, at) => 30 - at))
    expect(leadingDirections(matrix, 4)).toEqual(leadingDirections(matrix, 4))
  })
})
