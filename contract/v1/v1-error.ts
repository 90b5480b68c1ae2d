import * as z from 'zod/mini'
import { described, named } from './described.ts'

/** The body of every error of `/api/v1`. The code is a string here, because new codes may be added later. */
export const v1Error = named(
  z.object({
    code: described(z.string(), 'For programs, such as `monthly_limit`; new ones may be added'),
    message: described(z.string(), 'For the developer of the program'),
    userMessage: described(z.optional(z.string()), 'A message for the user of the program'),
  }),
  'Error',
)
