import { existsSync, readFileSync } from 'node:fs'
import type { ScorablePost } from '#scoring/score-post.ts'

/** A post that raters judged by the rubric; `potential` is their mean (0-3), `signals` the share who saw each. */
export type LabelledPost = ScorablePost & {
  id: string
  potential: number
  signals: Record<string, number>
  personas: string[]
  raters: number
}

/** Whether half of a post's raters or more saw a signal, given the share who did. */
export function showsSignal(share: number | undefined): boolean {
  return share !== undefined && share >= 0.5
}

/** The labelled posts live beside the project and never in it. */
const labelsPath = new URL('../../shared/scoring/development.jsonl', import.meta.url)

/** Whether the labelled posts are on this machine. */
export function labelsPresent(): boolean {
  return existsSync(labelsPath)
}

/** Reads the labelled development posts. */
export function readLabelledPosts(): LabelledPost[] {
  return readFileSync(labelsPath, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const row = JSON.parse(line)
      return {
        id: row.id,
        title: row.title,
        selftext: row.selftext,
        community: row.subreddit,
        potential: row.potential,
        signals: row.signals,
        personas: row.persona,
        raters: row.raters,
      }
    })
}
