import type { AdminHeldSource } from '#contract/admin-scan.ts'
import type { DeletionCheck } from '#server/source-ports.ts'
import type { HeldStore } from './held-store.ts'

type ReadHeld = { held: Pick<HeldStore, 'listHeld'>; listChecks: () => Promise<readonly DeletionCheck[]> }

/** The posts that are held back, for the operator. */
export async function readHeld({ held, listChecks }: ReadHeld): Promise<AdminHeldSource[]> {
  const sources = await held.listHeld()
  if (sources.length === 0) return []
  const asked = new Set((await listChecks()).map((check) => check.source))
  return sources.map(({ source, heldAt, releasedAt, posts, doubted }) => {
    const unreleased = asked.has(source) ? 'asking' : 'unasked'
    const state = releasedAt === null ? unreleased : 'releasing'
    return { source, posts, doubted, heldAt: heldAt.toISOString(), state }
  })
}
