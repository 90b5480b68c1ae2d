import { limits } from './limits.ts'

const whole = new Intl.NumberFormat('en-US')

/** Why a post's text is too long to be stored, or null if it is not. */
export function findLengthReason({ selftext }: { selftext: string }): string | null {
  const most = limits.postTextCharacters
  if (selftext.length <= most) return null
  return `the text has ${whole.format(selftext.length)} characters; at most ${whole.format(most)} are kept`
}
