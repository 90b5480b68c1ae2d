import * as z from 'zod/mini'
import { limits } from './limits.ts'

const forbidden = /(?![\t\r\n])\p{Cc}|\p{Surrogate}/u

/** True when a text holds no control characters (line breaks and tabs aside) and no half surrogate pairs. */
export function isCleanText(text: string): boolean {
  return !forbidden.test(text)
}

export const isOneLine = (text: string) => isCleanText(text) && !/[\r\n\t]/u.test(text)

type Length = { least?: number; most: number; tooLong: string }

/** A text as given: `missing` is said of what is no text or shorter than `least`, 1 where that is left out. */
export function requiredText(missing: string, { least = 1, most, tooLong }: Length) {
  return z.string(missing).check(z.minLength(least, missing), z.maxLength(most, tooLong))
}

/** One line of text, trimmed. */
export function requiredLine(
  missing: string,
  { least = 1, most, tooLong, unclean }: Length & { unclean: string },
) {
  return z
    .string(missing)
    .check(z.trim(), z.minLength(least, missing), z.maxLength(most, tooLong), z.refine(isOneLine, unclean))
}

/** What a person calls something of theirs. */
export function givenName(missing: string) {
  const most = limits.ownNameCharacters
  const tooLong = `A name has at most ${most} characters`
  return requiredLine(missing, { most, tooLong, unclean: 'A name is one line of text' })
}

/** The id of a row; what cannot be one becomes one that no row has, which is not found. */
export const uuidOrNone = z.catch(z.uuid(), '00000000-0000-0000-0000-000000000000')
