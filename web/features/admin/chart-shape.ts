/** The least round figure (1, 2, 3, 4, 5, 6, 8, 10, 20, ...) that is not below `most`: the top of a chart's scale. */
export function scaleTop(most: number): number {
  if (most <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= most) ?? 10
  return step * power
}

/**
 * A line through values, each in the middle of a column one wide, on a scale 100 high, as an SVG path.
 * Null leaves a gap; a value between two gaps becomes a dot.
 */
export function linePath(values: readonly (number | null)[], top: number): string {
  const parts: string[] = []
  values.forEach((value, at) => {
    if (value === null) return
    const starts = at === 0 || values[at - 1] === null
    parts.push(`${starts ? 'M' : 'L'}${at + 0.5} ${round(100 - (value / top) * 100)}`)
    const ends = at === values.length - 1 || values[at + 1] === null
    if (starts && ends) parts.push('h0')
  })
  return parts.join('')
}

/** Two decimals are a fraction of a pixel. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}
