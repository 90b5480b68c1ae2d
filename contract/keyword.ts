import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { isCleanText } from './text.ts'

export const keywordTooLongWarning = `⚠️ Use shorter, focused keywords for better results (max ${limits.keywordWords} words)`

export function countKeywordWords(keyword: string): number {
  return keyword.split(/\s+/u).filter((word) => word !== '').length
}

/** A keyword as typed: trimmed, 1-8 words, at most 200 characters, at least one letter or digit. */
export const keyword = z.string('Enter a keyword').check(
  z.trim(),
  z.minLength(1, { error: 'Enter a keyword', abort: true }),
  z.maxLength(limits.keywordCharacters, {
    error: `A keyword has at most ${limits.keywordCharacters} characters`,
    abort: true,
  }),
  z.refine((text) => isCleanText(text) && !/[\r\n\t\p{Cf}]/u.test(text), {
    error: 'A keyword cannot contain control characters or invisible ones',
    abort: true,
  }),
  z.refine((text) => countKeywordWords(text) <= limits.keywordWords, {
    error: keywordTooLongWarning,
    abort: true,
  }),
  z.refine((text) => /[\p{L}\p{N}]/u.test(text), 'A keyword needs at least one letter or digit'),
)
