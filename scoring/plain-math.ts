/**
 * Smooth functions built from basic arithmetic, which every machine rounds alike: the last digit of `Math.exp`
 * differs between engines, and then scores would.
 */

/** An approximation of e^x, from (1 + x/1024)^1024; increasing, 0 below -1024. */
export function plainExp(x: number): number {
  let power = Math.max(0, 1 + x / 1024)
  // Ten squares; unrolled, because a loop would cost more.
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

// A local copy, because the engine resolves exports again at each call.
const exp = plainExp

/** 1 / (1 + e^-x): from 0 to 1, strictly increasing within floating-point precision. */
export function logistic(x: number): number {
  const power = exp(-Math.abs(x))
  return (x >= 0 ? 1 : power) / (1 + power)
}

/** Limits a number smoothly to `most` in both directions. */
export function held(value: number, most: number): number {
  return (most * value) / (most + Math.abs(value))
}
