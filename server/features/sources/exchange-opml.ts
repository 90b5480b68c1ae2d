import { Readable } from 'node:stream'
import { sourceLimits } from '#contract/admin-sources.ts'
import { publicError } from '#server/errors.ts'
import { SourceError, type SourceIdentity } from '#server/ports.ts'
import type { ManageSources, SourceActor } from './manage-sources.ts'
import type { StoredSource } from './source-store.ts'

type ListedFeed = { title: string; address: string }
type Refused = { address: string; reason: string }

export type ExchangeOpml = Pick<
  ManageSources,
  'store' | 'removal' | 'startReading' | 'recordAction' | 'wakeJobs'
> & {
  readOpml: (text: string) => { feeds: ListedFeed[]; refused: Refused[] }
  writeOpml: (feeds: readonly ListedFeed[]) => string
}

const refusedShown = 20

function readList({ readOpml }: ExchangeOpml, opml: string) {
  try {
    return readOpml(opml)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    throw publicError('source_unreadable', `This file ${error.message}.`, error)
  }
}

const isFeed = ({ kind, removedAt }: StoredSource) => kind === 'feed' && removedAt === null

/** Adds the feeds of a list and begins to read them; one that cannot be read says so in the list of sources. */
export async function importOpml(deps: ExchangeOpml, by: SourceActor, opml: string) {
  const { feeds, refused } = readList(deps, opml)
  const stored = await deps.store.listSources()
  let room = sourceLimits.feedsMost - stored.filter(isFeed).length
  const added: SourceIdentity[] = []
  let known = 0
  for (const { title, address } of feeds) {
    const identity: SourceIdentity = { kind: 'feed', name: 'feed', address, title, communities: [] }
    if ((await deps.store.findSame(identity)) !== null) known += 1
    else if (room <= 0) refused.push({ address, reason: `there are ${sourceLimits.feedsMost} feeds already` })
    else {
      await deps.removal.resetReading(identity)
      if ((await deps.store.addSource(identity, 'operator')) === null) continue
      added.push(identity)
      room -= 1
    }
  }
  if (added.length > 0) {
    await deps.recordAction(by, 'source_added', `${added.length} feeds of a list`)
    await deps.startReading(added)
    deps.wakeJobs()
  }
  const shown = refused.slice(0, refusedShown)
  return { added: added.length, known, refused: shown, refusedCount: refused.length }
}

export async function exportOpml({ store, writeOpml }: Pick<ExchangeOpml, 'store' | 'writeOpml'>) {
  const stored = await store.listSources()
  const feeds = stored.filter(isFeed)
  const content = Readable.from([writeOpml(feeds.map(({ title, address }) => ({ title, address })))])
  return { fileName: 'unmet-feeds.opml', mediaType: 'text/x-opml; charset=utf-8', content }
}
