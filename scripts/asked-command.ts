import type { V1Post } from '#contract/v1/v1-post.ts'
import { type CallInstance, CommandRefused } from './instance-client.ts'
import { print } from './run-command.ts'

/** The arguments after `unmet`. */
export type Asked = {
  call: CallInstance
  words: readonly string[]
  json: boolean
  limit: number
  minScore: number
  name: string | undefined
}

/** Removes control characters, because posts must not control the terminal. */
export const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
export const tell = (text: string) => print(plain(text))

/** Prints a reply as JSON if `--json` was given, otherwise as text. Returns the exit code. */
export function answer<T>({ json }: Asked, reply: T, tellReply: (reply: T) => void): number {
  if (json) print(JSON.stringify(reply))
  else tellReply(reply)
  return 0
}

export function keywordOf(words: readonly string[]): string {
  if (words.length > 0) return words.join(' ')
  throw new CommandRefused('Name a keyword. See --help.', 2)
}

export function tellPost({ score, title, community, url, excerpt }: V1Post): void {
  tell(`${String(score).padStart(3)}  ${title}  (${community})`)
  tell(`     ${excerpt}`)
  tell(`     ${url ?? 'no link'}`)
}

type Part = (asked: Asked) => Promise<number>

/** Runs the subcommand that the first argument names. Without arguments, runs the first subcommand. */
export async function runPart(parts: Record<string, Part>, asked: Asked): Promise<number> {
  const [name = Object.keys(parts)[0] ?? '', ...words] = asked.words
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined
  if (part !== undefined) return part({ ...asked, words })
  throw new CommandRefused(`Name one of these: ${Object.keys(parts).join(', ')}. See --help.`, 2)
}
