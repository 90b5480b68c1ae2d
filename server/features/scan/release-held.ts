import type { Operator } from '#server/actor.ts'
import { publicError } from '#server/errors.ts'

export type ReleaseHeld = {
  /**
   * Releases the posts and writes the audit log entry in one transaction. Null if no posts of this source are
   * held back.
   */
  allowUnasked: (source: string, by: Operator) => Promise<number | null>
  wakeJobs: () => void
}

/** Releases restored posts without asking their source, if the operator decides so. */
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
