import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import type { ScorablePost } from '#scoring/post-score.ts'
import type { Signal } from '#scoring/signal.ts'

/** A place where raters saw a signal: from `start` to `end` of the field. */
export type MarkedSentence = { signal: Signal; field: 'title' | 'selftext'; start: number; end: number }

/**
 * A post that raters judged. `potential` is the mean of their ratings (0-3). `signals` has the share of
 * raters who saw each signal, if they were asked about it. `marks` are the sentences that show a signal, up
 * to `judgedUntil` in the text.
 */
export type LabelledPost = ScorablePost & {
  id: string
  potential: number
  /** The weight of the post's labels when a model is fitted. */
  weight: number
  kind: 'gold' | 'modern' | 'weak' | 'written' | 'archive' | 'features'
  /** Only for posts of today: the collection of the post, and whether the post was drawn at random. */
  group?: string
  byChance?: boolean
  signals: Partial<Record<Signal, number>>
  personas: string[]
  raters: number
  marks?: MarkedSentence[]
  judgedUntil?: number
  /** The signals for which raters marked sentences. */
  markedFor?: ReadonlySet<Signal>
}

const sharedPath = (name: string) => new URL(`../../../shared/${name}`, import.meta.url)

/** Files outside the repository, because we may not publish the texts of the posts. */
export const textFiles = {
  gold: sharedPath('scoring/development.jsonl'),
  modern: sharedPath('scoring/modern.jsonl'),
  archive: sharedPath('posts/posts.ndjson.zst'),
  heldOut: sharedPath('scoring/kept-back.sha256'),
} as const

/** Names the missing files for learning from real posts, as a sentence. Null if no file is missing. */
export function missingData(): string | null {
  const missing = Object.values(textFiles).filter((file) => !existsSync(file))
  if (missing.length === 0) return null
  return `The labelled posts are not on this machine: ${missing.map((file) => file.pathname).join(', ')}. learning/README.md says what they are; "npm run train -- --toy" learns from invented posts.`
}

/** Whether at least half of the raters of a post saw a signal. `share` is the share of raters who saw it. */
export const showsSignal = (share: number | undefined): boolean => share !== undefined && share >= 0.5

/** Throws if a post is held out for evaluation, because no model may learn from it. */
export function refuseHeldOut(ids: readonly string[], heldOut = new Set(readLines(textFiles.heldOut))): void {
  const found = ids.filter((id) => heldOut.has(hashOfId(id)))
  if (found.length > 0)
    throw new Error(`Kept back to judge the engine, and not to be learned from: ${found.join(', ')}.`)
}

/**
 * Ids may begin with the name of their source ("reddit:1abcd"). The list of held-out ids does not contain
 * this name.
 */
const hashOfId = (id: string): string => createHash('sha256').update(id.replace(/^.*:/u, '')).digest('hex')

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** The lines of a file without empty ones. */
export const readLines = (file: URL): string[] => linesOf(readFileSync(file, 'utf8'))

/** The signals about which raters of whole posts were asked, by their letters. */
const signalOfLetter: Record<string, Signal> = {
  p: 'pain',
  s: 'solution_request',
  w: 'workaround',
  m: 'money',
  $: 'willing_to_pay',
  u: 'urgency',
  f: 'frequency',
  c: 'competitor',
  b: 'business',
  o: 'promo',
  r: 'feature_request',
}

/** Signals that few raters were asked about. The letter means that the raters did not see the signal. */
const notShown: Record<string, Signal> = { n: 'feature_request' }

export const askedOfPosts: readonly Signal[] = Object.values(signalOfLetter)

/** The signals that are common enough to be learned from labels of whole posts. */
export const listedByWords: readonly Signal[] = askedOfPosts.filter(
  (signal) => !['willing_to_pay', 'urgency', 'feature_request'].includes(signal),
)

/**
 * Parses a label such as `2.5psb`: the potential, and a letter for each signal that was seen. Most raters
 * were not asked about some signals (`notShown`). If a label does not mention such a signal, the result omits
 * the signal.
 */
export function readShortLabel(label: string): {
  potential: number
  signals: Partial<Record<Signal, number>>
} {
  const letters = label.replace(/^[\d.]+/u, '')
  const rare = Object.values(notShown)
  const denied = letters.split('').flatMap((letter) => notShown[letter] ?? [])
  const asked = Object.entries(signalOfLetter).filter(
    ([letter, signal]) => !rare.includes(signal) || letters.includes(letter) || denied.includes(signal),
  )
  return {
    potential: Number.parseFloat(label),
    signals: Object.fromEntries(asked.map(([letter, signal]) => [signal, letters.includes(letter) ? 1 : 0])),
  }
}

export type ArchivePost = ScorablePost & { id: string }

export function readArchivePosts(): ArchivePost[] {
  return linesOf(zstdDecompressSync(readFileSync(textFiles.archive)).toString('utf8')).map((line) => {
    const { id, title, selftext, subreddit } = JSON.parse(line)
    return { id, title, selftext, community: subreddit }
  })
}
