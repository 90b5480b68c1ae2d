import * as z from 'zod/mini'
import { readInstant } from '../instants/read-instant.ts'
import { MalformedSourceReply } from './source-failure.ts'

const largest = 2_147_483_647

// Null if the field is missing, has another type, or is too large to store.
export const text = z.catch(z.nullish(z.string()), null)
export const flag = z.catch(z.nullish(z.boolean()), null)
export const count = z.catch(z.nullish(z.int().check(z.gte(0), z.lte(largest))), null)
export const score = z.catch(z.nullish(z.int().check(z.gte(-largest), z.lte(largest))), null)

export const unixSeconds = z.int().check(z.gte(1_000_000_000), z.lt(4_102_444_800))

/** An instant in this format, in UTC if it has no zone. Parsing fails if the instant is invalid. */
export const instantOf = (form: RegExp) =>
  z.pipe(
    z.string().check(z.regex(form)),
    z.transform((written, context) => {
      const read = readInstant(written, null, new Date())
      if (read === null) context.issues.push({ code: 'custom', input: written })
      return read ?? z.NEVER
    }),
  )

/** A URL for links, absolute or relative to one of `bases`. Null if it is invalid. */
export function webAddress(address: string | null | undefined, bases: readonly (string | undefined)[] = []) {
  if (address === null || address === undefined) return null
  for (const base of [undefined, ...bases]) {
    const url = URL.parse(address.trim(), base)
    if (url !== null && /^https?:$/u.test(url.protocol) && url.username === '') return url.href
  }
  return null
}

/** A requested page never has more entries. Parsing more would block the event loop. */
const mostEntries = 2000

/** A page of posts whose entries are not parsed yet. */
export const entries = z.array(z.unknown()).check(z.maxLength(mostEntries))

/**
 * Parses the expected part of a response. `isNot` completes the error message, such as "is no list of posts".
 */
export function parseAnswer<S extends z.ZodMiniType>(schema: S, answer: unknown, isNot: string): z.infer<S> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const isTooMany = parsed.error.issues.some((issue) => issue.code === 'too_big' && issue.origin === 'array')
  throw new MalformedSourceReply(
    isTooMany ? `sent a page of more than ${mostEntries} entries` : `sent a response that ${isNot}`,
  )
}
