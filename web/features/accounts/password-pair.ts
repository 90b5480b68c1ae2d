import * as z from 'zod/mini'

/** Fits a form whose `confirmPassword` has to repeat `field`. */
export function passwordsMatch<F extends string>(field: F) {
  return z.refine<Record<F | 'confirmPassword', string>>((form) => form[field] === form.confirmPassword, {
    error: "Passwords don't match",
    path: ['confirmPassword'],
  })
}

/** The second typing of a password, which has to be there. */
export const confirmation = z
  .string('Please confirm your password')
  .check(z.minLength(1, 'Please confirm your password'))
