import { limits } from './limits.ts'

const whole = new Intl.NumberFormat('en-US')

/** The reason why a post's text is too long to be stored. Null if it is not too long. */
export function findLengthReason({ selftext }: { selftext: string }): string | null {
  const most = limits.postTextCharacters
  if (selftext.length <= most) return null
  return `the text has ${whole.format(selftext.length)} characters; at most ${whole.format(most)} are kept`
}
