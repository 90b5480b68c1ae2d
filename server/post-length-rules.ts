import { limits } from '#contract/limits.ts'

const whole = new Intl.NumberFormat('en-US')

/** Why a post is too long to be kept, or null when it is not. */
export function findLengthReason({ title, selftext }: { title: string; selftext: string }): string | null {
  if (title.length > limits.postTitleCharacters) {
    return lengthReason('title', title.length, limits.postTitleCharacters)
  }
  if (selftext.length > limits.postTextCharacters) {
    return lengthReason('text', selftext.length, limits.postTextCharacters)
  }
  return null
}

function lengthReason(field: string, characters: number, most: number): string {
  return `the ${field} has ${whole.format(characters)} characters; at most ${whole.format(most)} are kept`
}
