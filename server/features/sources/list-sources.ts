import type { AdminScanTarget } from '#contract/admin-scan.ts'
import type { AdminSource, AdminSources } from '#contract/admin-sources.ts'
import type { Clock } from '#server/clock.ts'
import type { ScanTarget } from '#server/source-ports.ts'
import { freeCalls, type Spending } from './call-budget-rules.ts'
import { callsOf, type Place, sourceFacts, suggestedSources } from './source-facts-rules.ts'
import type { SourceFiguresStore } from './source-figures-store.ts'
import type { SourceStore, StoredSource } from './source-store.ts'

type ReadTarget = Omit<AdminScanTarget, 'lastSuccessAt'> & { lastSuccessAt: Date | null }

/** Sources that only environment variables configure. */
export type FixedSource = Pick<AdminSource, 'kind' | 'name' | 'address' | 'title' | 'communities' | 'notice'>

export type ListSources = {
  store: Pick<SourceStore, 'listSources'>
  figures: SourceFiguresStore
  fixed: readonly FixedSource[]
  listTargets: () => Promise<ReadTarget[]>
  /** The targets of all sources, as currently configured. */
  listSet: () => Promise<readonly ScanTarget[]>
  /** The targets that belong to a source itself. */
  listOwn: (source: StoredSource) => readonly ScanTarget[]
  /** Kinds that a variable turns off. */
  turnedOff: readonly AdminSource['kind'][]
  readsByItself: boolean
  overdueBefore: (now: Date) => Date
  clock: Clock
}

type Known = {
  targets: readonly ReadTarget[]
  set: readonly ScanTarget[]
  figures: Awaited<ReturnType<SourceFiguresStore['readFigures']>>
  spending: Map<string, Spending>
  now: Date
}

/** The last read of all current targets. Results of removed targets no longer count. */
function readingOf({ kind, name, address }: Place, { targets, set }: Known, parts: readonly ScanTarget[]) {
  const isRead = (target: ReadTarget) =>
    [...parts, ...set].some((one) => one.kind === target.kind && one.value === target.value)
  const own = targets.filter(
    (target) => target.source === name && (kind === 'feed' ? target.value === address : isRead(target)),
  )
  const successes = own.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? [])
  const failing = own.find(({ reason }) => reason !== null)
  const where = failing !== undefined && own.length > 1 ? `${failing.value}: ` : ''
  return {
    lastSuccessAt:
      successes.length === 0
        ? null
        : new Date(Math.max(...successes.map((at) => at.getTime()))).toISOString(),
    reason: failing === undefined ? null : `${where}${failing.reason}`,
    notes: own.flatMap(({ value, notes }) =>
      notes.map((note) => (own.length > 1 ? `${value}: ${note}` : note)),
    ),
    waiting: own.some(({ state }) => state === 'waiting'),
  }
}

function figuresOf(place: Place, { figures, spending, now }: Known) {
  const { kind, name, address } = place
  const calls = callsOf(place)
  const spent = spending.get(calls.name) ?? { now: now.getTime(), spent: [], reported: null, pausedUntil: 0 }
  return {
    posts: (kind === 'feed' ? figures.feedPosts.get(address) : figures.posts.get(name)) ?? 0,
    callsLeft: freeCalls(spent, { perMinute: calls.perMinute, spare: 0 }),
    overdue: kind === 'feed' ? 0 : (figures.overdue.get(name) ?? 0),
  }
}

const offNotice =
  'HACKER_NEWS is off in the environment of this server: it is neither searched nor read. Its posts stay until you remove it.'

function stateOf({ kind, enabled, removedAt }: StoredSource, turnedOff: ListSources['turnedOff']) {
  if (removedAt !== null) return { state: 'removing', notice: null } as const
  if (turnedOff.includes(kind)) return { state: 'off', notice: offNotice } as const
  return { state: enabled ? 'on' : 'paused', notice: null } as const
}

const fixedState = { id: null, everyHours: 24, state: 'on', addedBy: 'environment' } as const

export async function listSources(deps: ListSources): Promise<AdminSources> {
  const now = deps.clock()
  const [stored, targets, set, figures, spending] = await Promise.all([
    deps.store.listSources(),
    deps.listTargets(),
    deps.listSet(),
    deps.figures.readFigures(deps.overdueBefore(now)),
    deps.figures.listSpending(now),
  ])
  const known = { targets, set, figures, spending, now }
  const describe = <S extends Place>(source: S, parts: readonly ScanTarget[]) => ({
    ...source,
    ...readingOf(source, known, parts),
    ...figuresOf(source, known),
    facts: sourceFacts[source.kind],
  })
  const here = stored.filter(({ removedAt }) => removedAt === null)
  return {
    sources: [
      ...stored.map((source) => ({
        ...describe(source, deps.listOwn(source)),
        ...stateOf(source, deps.turnedOff),
      })),
      ...deps.fixed.map((source) => ({ ...describe(source, []), ...fixedState })),
    ],
    suggestions: suggestedSources.filter(
      ({ address }) => !here.some((source) => address.startsWith(source.address)),
    ),
    readsByItself: deps.readsByItself,
  }
}
