import { parseKeyword } from '#contract/keyword-terms.ts'
import type { ScorablePost } from '#scoring/score-post.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { readableText } from './adapters/dump-files/raw-post.ts'
import { htmlToText } from './adapters/html-text/html-to-text.ts'
import { readInstant } from './adapters/instants/read-instant.ts'
import { OwnFileError, readOwnLines } from './adapters/own-files/read-own-lines.ts'
import type { Database } from './database/open-database.ts'
import type { ArchiveSearchStore } from './features/archive/archive-search-store.ts'
import { rankingColumns, wordsAsText } from './features/archive/candidate-rows.ts'
import { reasonOf } from './features/archive/result-summary-rules.ts'
import { readKeywordQuery } from './features/archive/search-archive.ts'
import { searchedIfEnglish, wordForms, wordsVersion } from './features/archive/searched-words.ts'
import { scoreArchivePost } from './features/archive/store-posts.ts'
import { makeOwnCollectionStore } from './features/own/own-collection-store.ts'
import { addOwnRoutes } from './features/own/own-routes.ts'
import { makeOwnRowsStore } from './features/own/own-rows-store.ts'
import { makeOwnSearchStore } from './features/own/own-search-store.ts'
import { composeBrief } from './features/search/brief-rules.ts'
import { gatherBriefPosts, readBriefPosts } from './features/search/read-brief.ts'
import { askKeyword } from './features/search/run-search.ts'
import { makeRateWindow } from './features/search/search-gate.ts'
import type { Clock } from './ports.ts'
import type { Search } from './wire-search.ts'
import type { AddRoutes, Wired } from './wired.ts'

const looksLikeHtml = /<(?:p|br|div|span|li|ul|ol|a|b|i|strong|em|table|blockquote)\b[^<>]*>/iu
const abandonedAfterMs = 86_400_000
const searchesPerMinute = 60
const briefsPerMinute = 30

/** What rows of one's own are scored and made searchable with: the same as posts. */
export function wireOwnScoring(db: Database) {
  const { scorePost, version: scorerVersion } = shippedScorer()
  // The scorer does not look at the name of a row's group.
  const scoreText = (row: ScorablePost) => scorePost({ ...row, community: '' })
  return {
    rows: makeOwnRowsStore(db, { searchedWords: searchedIfEnglish('language'), wordsVersion }),
    scorerVersion,
    scoreRow: (row: ScorablePost) => ({
      ...scoreArchivePost(scoreText, row),
      scorerVersion,
      forms: wordForms(row),
    }),
  }
}

type OwnParts = { db: Database; clock: Clock; archive: ArchiveSearchStore; jobs: { wake: () => void } }

type BriefSearch = Pick<Search, 'archive' | 'matcher' | 'lists' | 'gate'>

/** The briefs of one's own rows are made as those of public posts, of which they only take the count. */
export function ownRoutes(own: OwnMaterial, search: BriefSearch, warn: Wired['warn']): AddRoutes {
  const briefs = {
    composeBrief,
    readBriefPosts,
    passGate: <T>(work: () => Promise<T>) => search.gate.pass(work),
    gatherPublic: async (keyword: string, userId: string) => {
      const posts = await gatherBriefPosts(search, await askKeyword(search.lists, keyword, userId), [])
      return posts.filter(({ post }) => !post.sample)
    },
    warn,
    mayBriefOwn: makeRateWindow(briefsPerMinute, own.clock),
  }
  return (app) => addOwnRoutes(app, { ...own, ...briefs })
}

export type OwnMaterial = ReturnType<typeof wireOwn>

/** People's own material: tables, readers and jobs of its own. Of the archive it takes how words are read and ranked. */
export function wireOwn({ db, clock, archive, jobs }: OwnParts) {
  const collections = makeOwnCollectionStore(db)
  const search = makeOwnSearchStore(db, { rankingColumns, wordsAsText })
  return {
    ...wireOwnScoring(db),
    collections,
    search,
    pickReason: reasonOf,
    clock,
    readLines: readOwnLines,
    findFileProblem: (error: unknown) => (error instanceof OwnFileError ? error.message : null),
    readText: (cell: string) => readableText(looksLikeHtml.test(cell) ? htmlToText(cell) : cell),
    readInstant: (cell: string) => readInstant(cell, null, clock()),
    readKeyword: (keyword: string) => readKeywordQuery(archive, parseKeyword(keyword)),
    maySearchOwn: makeRateWindow(searchesPerMinute, clock),
    wakeJobs: () => jobs.wake(),
    listToScore: () => collections.listToScore(),
    exportMaterial: (userId: string) => search.exportRows(userId),
    clean: () => collections.deleteAbandoned(new Date(clock().getTime() - abandonedAfterMs)),
  }
}
