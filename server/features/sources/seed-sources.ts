import type { SourceIdentity } from '#server/ports.ts'
import type { SourceStore } from './source-store.ts'

export type Seeds = {
  named: readonly SourceIdentity[]
  hackerNews: SourceIdentity
  /** What the variable says of it; null: it is on where nobody has used the installation yet. */
  hackerNewsWanted: 'on' | 'off' | null
}

/** Each is added once: from then on the operator decides, and what they removed stays away. */
export async function seedSources(
  store: Pick<SourceStore, 'seedSource' | 'isUnused'>,
  { named, hackerNews, hackerNewsWanted }: Seeds,
): Promise<void> {
  for (const identity of named) await store.seedSource(identity, 'environment')
  if (hackerNewsWanted === 'on') await store.seedSource(hackerNews, 'environment')
  if (hackerNewsWanted === null && (await store.isUnused())) await store.seedSource(hackerNews, 'product')
}
