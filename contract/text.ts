import * as z from 'zod/mini'
import { limits } from './limits.ts'

const forbidden = /(?![\t\r\n])\p{Cc}|\p{Surrogate}/u

/** Whether a text contains neither control characters (except line breaks and tabs) nor lone surrogates. */
export function isCleanText(text: string): boolean {
  return !forbidden.test(text)
}

export const isOneLine = (text: string) => isCleanText(text) && !/[\r\n\t]/u.test(text)

type Length = { least?: number; most: number; tooLong: string }

/**
 * A text, unchanged. `missing` is the error message if the value is not a string or is shorter than `least`
 * (1 by default).
 */
export function requiredText(missing: string, { least = 1, most, tooLong }: Length) {
  return z.string(missing).check(z.minLength(least, missing), z.maxLength(most, tooLong))
}

/** A line of text without leading and trailing spaces. */
export function requiredLine(
  missing: string,
  { least = 1, most, tooLong, unclean }: Length & { unclean: string },
) {
  return z
    .string(missing)
    .check(z.trim(), z.minLength(least, missing), z.maxLength(most, tooLong), z.refine(isOneLine, unclean))
}

/** A name that a user gives to something. */
export function givenName(missing: string) {
  const most = limits.ownNameCharacters
  const tooLong = `A name has at most ${most} characters`
  return requiredLine(missing, { most, tooLong, unclean: 'A name is one line of text' })
}

/** The id of a row. An invalid id becomes one that no row has, so nothing is found. */
export const uuidOrNone = z.catch(z.uuid(), '00000000-0000-0000-0000-000000000000')
