/**
 * Smooth functions from plain arithmetic alone, which every machine rounds alike: `Math.exp` may differ between engines
 * in the last digit, and then a score would.
 */

/** About e^x, from (1 + x/1024)^1024; increasing, 0 below -1024. */
export function plainExp(x: number): number {
  let power = Math.max(0, 1 + x / 1024)
  // Ten squares; written out, as a loop would cost more than they do.
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

// For use in this module: the engine looks for what is exported anew at each call.
const exp = plainExp

/** 1 / (1 + e^-x): from 0 to 1, strictly increasing within what numbers can tell apart. */
export function logistic(x: number): number {
  const power = exp(-Math.abs(x))
  return (x >= 0 ? 1 : power) / (1 + power)
}

/** A number held below `most` on either side, smoothly. */
export function held(value: number, most: number): number {
  return (most * value) / (most + Math.abs(value))
}
