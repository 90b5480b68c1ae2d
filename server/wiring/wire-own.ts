import { parseKeyword } from '#contract/parse-keyword.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/open-database.ts'
import { publicError, WorkerEnded } from '#server/errors.ts'
import type { ArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { rankingColumns, wordsAsText } from '#server/features/archive/find/candidate-rows.ts'
import { readKeywordQuery } from '#server/features/archive/find/rank-stored.ts'
import { makeKnownRowsStore } from '#server/features/own/known-rows-store.ts'
import { makeOwnCollectionStore } from '#server/features/own/own-collection-store.ts'
import { makeOwnRowsStore } from '#server/features/own/own-rows-store.ts'
import { makeOwnSearchStore } from '#server/features/own/own-search-store.ts'
import type { LookAtFile } from '#server/features/own/preview-material.ts'
import type { ScoreCollection } from '#server/features/own/score-collection.ts'
import { listDeliveredRows } from '#server/features/own/show-rows.ts'
import { gatherBriefPosts, readBriefPosts } from '#server/features/search/brief/read-brief.ts'
import { askKeyword } from '#server/matching/ask-keyword.ts'
import { reasonOf } from '#server/matching/result-summary-rules.ts'
import { searchedIfEnglish, wordsVersion } from '#server/matching/searched-words.ts'
import type { ListDeliveredRows } from '#server/source-ports.ts'
import type { Search } from './wire-search.ts'
import { scoreOwnRow } from './wire-worker.ts'
import type { ProductWorkers } from './wire-workers.ts'
import type { Wired } from './wired.ts'

const abandonedAfterMs = 86_400_000
const searchesPerMinute = 60
const briefsPerMinute = 30

/** Scores own rows and makes them searchable. */
export function wireOwnScoring(db: Database) {
  return {
    rows: makeOwnRowsStore(db, { searchedWords: searchedIfEnglish('language'), wordsVersion }),
    scorerVersion: shippedScorer().version,
    scoreRow: scoreOwnRow,
  }
}

type OwnDeps = {
  db: Database
  clock: Clock
  archive: ArchiveSearchStore
  jobs: Wired['jobs']
  workers: ProductWorkers
}

type BriefSearch = Pick<Search, 'archive' | 'matcher' | 'lists' | 'gate' | 'composeBrief' | 'countAlike'>

export type OwnBriefs = ReturnType<typeof wireOwnBriefs>

/**
 * Searches and briefs of own rows. Briefs are built like those of public posts. Their only public data is a
 * count of posts.
 */
export function wireOwnBriefs(search: BriefSearch, { warn, together }: Pick<Wired, 'warn' | 'together'>) {
  return {
    composeBrief: search.composeBrief,
    countAlike: search.countAlike,
    readBriefPosts,
    passGate: <T>(userId: string, work: () => Promise<T>) => search.gate.pass(userId, work),
    gatherPublic: async (keyword: string, userId: string) => {
      const posts = await gatherBriefPosts(search, await askKeyword(search.lists, keyword, userId), [])
      return posts.filter(({ post }) => !post.sample)
    },
    warn,
    mayBriefOwn: together.rateWindow('own briefs', briefsPerMinute),
    maySearchOwn: together.rateWindow('own searches', searchesPerMinute),
  }
}

/** Users' files are parsed in workers, so that scoring a file does not block the user's other requests. */
function lookAtFiles(
  workers: ProductWorkers,
  clock: Clock,
): LookAtFile & Pick<ScoreCollection, 'lookAtColumns' | 'scoreFile'> {
  return {
    previewFile: (userId, head, given) =>
      refuseEnded(workers.call({ owner: userId }, 'previewFile', head, given)),
    requireColumns: (userId, head, mapping) =>
      refuseEnded(workers.call({ owner: userId }, 'requireColumns', head, mapping)),
    lookAtColumns: ({ userId, signal }, mapping, parts) =>
      workers.converse(
        { owner: `file of ${userId}`, background: true, signal },
        { name: 'lookAtColumns', given: [mapping, clock()], pieces: parts },
      ),
    scoreFile: ({ userId, signal }, file, parts) =>
      workers.converse(
        { owner: `file of ${userId}`, background: true, signal },
        { name: 'scoreFile', given: [file, clock()], pieces: parts },
      ),
  }
}

/** A file whose preview takes too long counts as unreadable. */
async function refuseEnded<T>(looking: Promise<T>): Promise<T> {
  try {
    return await looking
  } catch (error) {
    if (!(error instanceof WorkerEnded)) throw error
    throw publicError('own_unreadable', 'This file takes too long to read. Send a smaller part of it.', error)
  }
}

const ranking = { rankingColumns, wordsAsText }

/** Own rows that may be sent, for feeds, digests and webhooks. */
export function deliveredRows(db: Database): ListDeliveredRows {
  const deps = { search: makeOwnSearchStore(db, ranking), pickReason: reasonOf }
  return (watchIds, rowIds) => listDeliveredRows(deps, watchIds, rowIds)
}

export type OwnMaterial = ReturnType<typeof wireOwn>

/**
 * Own material: its tables, readers and jobs. Own material and the archive share only the parsing and ranking
 * of words.
 */
export function wireOwn({ db, clock, archive, jobs, workers }: OwnDeps) {
  const collections = makeOwnCollectionStore(db)
  const search = makeOwnSearchStore(db, ranking)
  return {
    rows: wireOwnScoring(db).rows,
    collections,
    known: makeKnownRowsStore(db),
    search,
    pickReason: reasonOf,
    clock,
    ...lookAtFiles(workers, clock),
    readKeyword: (keyword: string) => readKeywordQuery(archive, parseKeyword(keyword)),
    wakeJobs: jobs.wake,
    listToScore: () => collections.listToScore(),
    exportMaterial: (userId: string) => search.exportRows(userId),
    clean: () => collections.deleteAbandoned(new Date(clock().getTime() - abandonedAfterMs)),
  }
}
