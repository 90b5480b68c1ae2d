import * as z from 'zod/mini'
import { described, named } from './described.ts'

/** What every refusal of `/api/v1` looks like. Codes are added in time, so it is a text here. */
export const v1Error = named(
  z.object({
    code: described(z.string(), 'For programs, such as `monthly_limit`; new ones may be added'),
    message: described(z.string(), 'For whoever writes the program'),
    userMessage: described(z.optional(z.string()), 'For the person who uses it'),
  }),
  'Error',
)
