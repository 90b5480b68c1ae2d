/**
 * Smooth functions from plain arithmetic alone, which every machine rounds alike: `Math.exp` may differ between engines
 * in the last digit, and then a score would.
 */

const halvings = 10

/** About e^x, from (1 + x/1024)^1024; increasing, 0 below -1024. */
export function plainExp(x: number): number {
  let power = Math.max(0, 1 + x / 1024)
  for (let times = 0; times < halvings; times++) power *= power
  return power
}

/** 1 / (1 + e^-x): from 0 to 1, strictly increasing within what numbers can tell apart. */
export function logistic(x: number): number {
  return x >= 0 ? 1 / (1 + plainExp(-x)) : plainExp(x) / (1 + plainExp(x))
}

/** A number held below `most` on either side, smoothly. */
export function held(value: number, most: number): number {
  return (most * value) / (most + Math.abs(value))
}
