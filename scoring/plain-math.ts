/**
 * Smooth functions that use only basic arithmetic, which every machine rounds in the same way. The last digit
 * of `Math.exp` differs between engines, so scores would differ, too.
 */

/** An approximation of e^x by (1 + x/1024)^1024. The result increases with x, and is 0 for x below -1024. */
export function plainExp(x: number): number {
  let power = Math.max(0, 1 + x / 1024)
  // Squared ten times. Written out, because a loop would be slower.
  power *= power
  power *= power
  power *= power
  power *= power
  power *= power
  power *= power
  power *= power
  power *= power
  power *= power
  return power * power
}

// A local copy, because the engine resolves an export again at each call.
const exp = plainExp

/** 1 / (1 + e^-x), from 0 to 1. The result increases strictly with x, within the precision of numbers. */
export function logistic(x: number): number {
  const power = exp(-Math.abs(x))
  return (x >= 0 ? 1 : power) / (1 + power)
}

/** Limits a number smoothly to the range from -`most` to `most`. */
export function held(value: number, most: number): number {
  return (most * value) / (most + Math.abs(value))
}
