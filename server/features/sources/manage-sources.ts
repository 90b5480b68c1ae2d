import { Readable } from 'node:stream'
import { type SourceChange, sourceLimits } from '#contract/admin-sources.ts'
import { publicError } from '#server/errors.ts'
import type { RecogniseSource, SourceIdentity } from '#server/source-ports.ts'
import type { SourceStore, StoredSource } from './source-store.ts'
import { asUnreadable, findConflict } from './try-source.ts'

export type SourceActor = { adminId: string; username: string; address: string }
type SourceAction = 'source_added' | 'source_changed' | 'source_removed'

export type ManageSources = {
  store: SourceStore
  recognise: RecogniseSource
  startReading: (identities: readonly SourceIdentity[]) => Promise<void>
  recordAction: (by: SourceActor, action: SourceAction, details: string) => Promise<unknown>
  wakeJobs: () => void
}

const nameOf = ({ title, address }: Pick<SourceIdentity, 'title' | 'address'>) => `${title} (${address})`

export async function addSource(deps: ManageSources, by: SourceActor, url: string) {
  const identity = await deps.recognise(url).catch((error: unknown) => {
    throw asUnreadable('address', error)
  })
  const conflict = await findConflict(deps, identity)
  if (conflict !== null) throw publicError('source_conflict', conflict)
  const id = await deps.store.addSource(identity, 'operator')
  if (id === null) throw publicError('source_conflict', `${identity.title} already exists.`)
  await deps.recordAction(by, 'source_added', nameOf(identity))
  await deps.startReading([identity])
  deps.wakeJobs()
  return { id, title: identity.title }
}

async function requireSource({ store }: ManageSources, id: string): Promise<StoredSource> {
  const source = await store.findSource(id)
  if (source !== null) return source
  throw publicError('not_found', 'This source does not exist any more.')
}

type CommunityForm = { form: RegExp; example: string }

const ofInstance: CommunityForm = {
  form: /^[\w.-]{2,60}(?:@[\w.:-]{3,100})?$/u,
  example: 'name or name@host',
}

/** What the parts of a source are called; null if a kind has no parts. */
const communityForms: Record<StoredSource['kind'], CommunityForm | null> = {
  feed: null,
  discourse: {
    form: /^(?=[\p{L}\p{N}.%])(?:[\p{L}\p{N}\p{M}@.+#:%_-]+\/){0,3}\d{1,9}$/u,
    example: 'features/5, as in the address of a category',
  },
  lemmy: ofInstance,
  piefed: ofInstance,
  'hacker-news': {
    form: /^(?:Hacker News|Ask HN|Show HN)$/u,
    example: 'Ask HN, Show HN or Hacker News',
  },
  'stack-exchange': { form: /^[\p{L}\p{N}\p{M}_.+#-]{1,60}$/u, example: 'a tag, such as time-tracking' },
  github: { form: /^[^\p{Cc}\p{Cs}",]{1,50}$/u, example: 'a label, such as enhancement' },
}

function requireForms({ kind }: StoredSource, communities: readonly string[]): void {
  const known = communityForms[kind]
  const wrong = communities.find((one) => known === null || !known.form.test(one))
  if (wrong === undefined) return
  throw publicError(
    'invalid_input',
    known === null
      ? 'A feed has no parts to choose from.'
      : `"${wrong}" cannot be read there; write ${known.example}.`,
  )
}

function describeChange(source: StoredSource, change: SourceChange): string {
  const words = [
    ...(change.enabled === undefined ? [] : [change.enabled ? 'goes on' : 'paused']),
    ...(change.everyHours === undefined ? [] : [`read every ${change.everyHours} h`]),
    ...(change.communities === undefined ? [] : [`reads ${change.communities.join(', ') || 'all of it'}`]),
  ]
  return `${nameOf(source)}: ${words.join('; ')}`
}

export async function changeSource(
  deps: ManageSources,
  by: SourceActor,
  { id, ...change }: { id: string } & SourceChange,
) {
  const source = await requireSource(deps, id)
  if (change.communities !== undefined) requireForms(source, change.communities)
  if (Object.keys(change).length === 0) return { title: source.title }
  await deps.store.changeSource(id, change)
  await deps.recordAction(by, 'source_changed', describeChange(source, change))
  return { title: source.title }
}

/** From here on, the source is not queried, and its posts are deleted in the background. */
export async function removeSource(deps: ManageSources, by: SourceActor, id: string) {
  const source = await requireSource(deps, id)
  await deps.store.removeSource(source)
  await deps.recordAction(by, 'source_removed', nameOf(source))
  deps.wakeJobs()
  return { title: source.title }
}

type Seeds = {
  named: readonly SourceIdentity[]
  hackerNews: SourceIdentity
  /** The value of the variable. Null means `on` in an unused installation. */
  hackerNewsWanted: 'on' | 'off' | null
}

/**
 * Adds each of these sources once. After that, the operator decides, and a removed source stays removed.
 * Returns true if Hacker News is on because the installation is unused.
 */
export async function seedSources(
  store: Pick<SourceStore, 'seedSource' | 'isUnused'>,
  { named, hackerNews, hackerNewsWanted }: Seeds,
): Promise<boolean> {
  for (const identity of named) await store.seedSource(identity, 'environment')
  if (hackerNewsWanted === 'on') await store.seedSource(hackerNews, 'environment')
  const isFresh = hackerNewsWanted === null && (await store.isUnused())
  if (isFresh) await store.seedSource(hackerNews, 'product')
  return isFresh
}

export type ListedFeed = { title: string; address: string }
type Refused = { address: string; reason: string }

export type ExchangeOpml = ManageSources & {
  readOpml: (text: string) => Promise<{ feeds: ListedFeed[]; refused: Refused[] }>
  writeOpml: (feeds: readonly ListedFeed[]) => Promise<string>
}

const refusedShown = 20

async function readList({ readOpml }: ExchangeOpml, opml: string) {
  try {
    return await readOpml(opml)
  } catch (error) {
    throw asUnreadable('file', error)
  }
}

const isFeed = ({ kind, removedAt }: StoredSource) => kind === 'feed' && removedAt === null

/** Adds the feeds in a list and starts to read them. Errors of the feeds are shown in the list of sources. */
export async function importOpml(deps: ExchangeOpml, by: SourceActor, opml: string) {
  const { feeds, refused } = await readList(deps, opml)
  const stored = await deps.store.listSources()
  let room = sourceLimits.feedsMost - stored.filter(isFeed).length
  const added: SourceIdentity[] = []
  let known = 0
  for (const { title, address } of feeds) {
    const identity: SourceIdentity = { kind: 'feed', name: 'feed', address, title, communities: [] }
    if ((await deps.store.findSame(identity)) !== null) known += 1
    else if (room <= 0) refused.push({ address, reason: `there are ${sourceLimits.feedsMost} feeds already` })
    else if ((await deps.store.addSource(identity, 'operator')) !== null) {
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
  const feeds = (await store.listSources()).filter(isFeed)
  // An OPML file without an entry is invalid, and feed readers refuse it.
  if (feeds.length === 0) throw publicError('not_found', 'There are no feeds to export yet.')
  const opml = await writeOpml(feeds.map(({ title, address }) => ({ title, address })))
  const content = Readable.from([opml])
  return { fileName: 'unmet-feeds.opml', mediaType: 'text/x-opml; charset=utf-8', content }
}
