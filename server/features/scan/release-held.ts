import type { Operator } from '#server/actor.ts'
import { publicError } from '#server/errors.ts'

export type ReleaseHeld = {
  /** Allows it together with its entry in the audit log; null if nothing of this source is held. */
  allowUnasked: (source: string, by: Operator) => Promise<number | null>
  wakeJobs: () => void
}

/** Shows restored posts that their source was not asked about, on the operator's word. */
export async function releaseHeld(
  deps: ReleaseHeld,
  source: string,
  by: Operator,
): Promise<{ posts: number }> {
  const posts = await deps.allowUnasked(source, by)
  if (posts === null) throw publicError('not_found', 'No posts of this source are held back.')
  deps.wakeJobs()
  return { posts }
}
