import * as z from 'zod/mini'
import { readInstant } from '../instants/read-instant.ts'
import { MalformedSourceReply } from './source-failure.ts'

const largest = 2_147_483_647

// Null where a field is missing, of another type, or more than can be stored.
export const text = z.catch(z.nullish(z.string()), null)
export const flag = z.catch(z.nullish(z.boolean()), null)
export const count = z.catch(z.nullish(z.int().check(z.gte(0), z.lte(largest))), null)
export const score = z.catch(z.nullish(z.int().check(z.gte(-largest), z.lte(largest))), null)

export const unixSeconds = z.int().check(z.gte(1_000_000_000), z.lt(4_102_444_800))

/** An instant of this form, without a zone in UTC; a value of this form that is no instant does not parse. */
export const instantOf = (form: RegExp) =>
  z.pipe(
    z.string().check(z.regex(form)),
    z.transform((written, context) => {
      const read = readInstant(written, null, new Date())
      if (read === null) context.issues.push({ code: 'custom', input: written })
      return read ?? z.NEVER
    }),
  )

/** An address that links may lead to, on its own or from one of `bases`; null where it is none. */
export function webAddress(address: string | null | undefined, bases: readonly (string | undefined)[] = []) {
  if (address === null || address === undefined) return null
  for (const base of [undefined, ...bases]) {
    const url = URL.parse(address.trim(), base)
    if (url !== null && /^https?:$/u.test(url.protocol) && url.username === '') return url.href
  }
  return null
}

/** No page that we ask for has as many: what has more would keep the event loop for long. */
const mostEntries = 2000

/** A page of posts, each still to be parsed. */
export const entries = z.array(z.unknown()).check(z.maxLength(mostEntries))

/** What is parsed of an answer; `isNot` says what else it should have been, such as "is no list of posts". */
export function parseAnswer<S extends z.ZodMiniType>(schema: S, answer: unknown, isNot: string): z.infer<S> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const isTooMany = parsed.error.issues.some((issue) => issue.code === 'too_big' && issue.origin === 'array')
  throw new MalformedSourceReply(
    isTooMany ? `sent a page of more than ${mostEntries} entries` : `sent an answer that ${isNot}`,
  )
}
