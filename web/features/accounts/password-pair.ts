import * as z from 'zod/mini'

type PasswordPair = { password: string; confirmPassword: string }

/** Fits a form whose `confirmPassword` has to repeat its `password`. */
export const passwordsMatch = z.refine<PasswordPair>((form) => form.password === form.confirmPassword, {
  error: "Passwords don't match",
  path: ['confirmPassword'],
})

/** The second typing of a password, which has to be there. */
export const confirmation = z
  .string('Please confirm your password')
  .check(z.minLength(1, 'Please confirm your password'))
