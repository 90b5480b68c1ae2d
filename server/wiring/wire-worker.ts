import type { OwnMapping } from '#contract/own-material.ts'
import { countAlike, findNeeds } from '#scoring/needs.ts'
import type { ScorablePost } from '#scoring/score-post.ts'
import { shippedScorer, useMatchers } from '#scoring/shipped-scorer.ts'
import { readableText } from '#server/adapters/dump-files/raw-post.ts'
import { XmlTooLarge } from '#server/adapters/feeds/bounded-xml.ts'
import { readOpml, writeOpml } from '#server/adapters/feeds/opml-list.ts'
import { readFeed } from '#server/adapters/feeds/read-feed.ts'
import { readFeedBody } from '#server/adapters/feeds/scheduled-feed.ts'
import { htmlToText, plainTitle } from '#server/adapters/html-text/html-to-text.ts'
import { openTitleColumn } from '#server/adapters/html-text/title-column.ts'
import { openDateColumn } from '#server/adapters/instants/date-column.ts'
import { type DateReading, readDateCell, readInstant } from '#server/adapters/instants/read-instant.ts'
import { readForeignLists } from '#server/adapters/list-files/read-foreign-lists.ts'
import { OwnFileError } from '#server/adapters/own-files/file-lines.ts'
import { lookAtOwnFile } from '#server/adapters/own-files/look-at-own-file.ts'
import { readOwnLines } from '#server/adapters/own-files/read-own-lines.ts'
import { serveWork, type Talk, type Work } from '#server/adapters/worker-pool/serve-work.ts'
import { publicError } from '#server/errors.ts'
import { scoreArchivePost } from '#server/features/archive/store/score-archive-post.ts'
import type { ComparedPosts } from '#server/features/own/brief-material.ts'
import { type GivenReading, previewFile, requireColumns } from '#server/features/own/preview-file.ts'
import { type FileToScore, lookAtColumns, scoreFile } from '#server/features/own/score-file.ts'
import { composeBrief } from '#server/features/search/brief/brief-rules.ts'
import { wordForms } from '#server/matching/searched-words.ts'

const looksLikeHtml = /<(?:p|br|div|span|li|ul|ol|a|b|i|strong|em|table|blockquote)\b[^<>]*>/iu

/** A title is HTML if it starts with a tag or contains a closing tag. */
const isHtmlTitle = /^\s*<[a-z]|<\/(?:p|div|span|a|b|i|strong|em|code)>/iu

const readText = (cell: string) => readableText(looksLikeHtml.test(cell) ? htmlToText(cell) : cell)

// The group of a row must not affect the score.
const scoreText = (row: ScorablePost) => shippedScorer().scorePost({ ...row, community: '' })

/** The searchable form of an own row. */
export function scoreOwnRow(row: ScorablePost) {
  const { version: scorerVersion } = shippedScorer()
  return { ...scoreArchivePost(scoreText, row), scorerVersion, forms: wordForms(row) }
}

const ownFiles = {
  readLines: readOwnLines,
  lookAt: lookAtOwnFile,
  findFileProblem: (error: unknown) => (error instanceof OwnFileError ? error.message : null),
  readText,
  readTitle(cell: string, isPlain: boolean) {
    if (isPlain) return plainTitle(cell)
    return isHtmlTitle.test(cell) ? readText(cell) : readableText(cell)
  },
  scoreRow: scoreOwnRow,
}

/** Throws if a feed exceeds the limits, so that no other format is tried. */
function readFeedTitle(text: string): { title: string } {
  try {
    const { title } = readFeed(text)
    return { title }
  } catch (error) {
    if (!(error instanceof XmlTooLarge)) throw error
    throw publicError('source_unreadable', `This address ${error.message}.`)
  }
}

/** The tasks of the worker threads: all work on received texts that may take more than 20 ms. */
export const productWork = {
  calls: {
    scorePost: (post: ScorablePost) => shippedScorer().scorePost(post),
    scorePosts: (posts: readonly ScorablePost[]) =>
      posts.map((post) => ({
        ...scoreArchivePost(shippedScorer().scorePost, post),
        forms: wordForms(post),
      })),
    composeBrief,
    countAlike: ({ rows, needs, others }: ComparedPosts) => countAlike(rows, needs, others),
    readForeignLists,
    readFeedBody,
    readFeedTitle,
    readOpml,
    writeOpml,
    previewFile: (head: readonly string[], given: GivenReading) =>
      previewFile(
        { ...ownFiles, isDate: (cell) => readDateCell(cell) !== null, openTitles: openTitleColumn },
        head,
        given,
      ),
    requireColumns: (head: readonly string[], mapping: OwnMapping) => requireColumns(ownFiles, head, mapping),
  },
  conversations: {
    scoreFile(talk: Talk, file: FileToScore, now: Date) {
      // Of `lookAtColumns`.
      const dates = file.dates as DateReading | null
      return scoreFile({ ...ownFiles, readDate: (cell) => readInstant(cell, dates, now) }, talk, file)
    },
    lookAtColumns: (talk: Talk, mapping: OwnMapping, now: Date) =>
      lookAtColumns({ ...ownFiles, dates: openDateColumn(now), titles: openTitleColumn() }, talk, mapping),
  },
} satisfies Work

const needs = ['composeBrief', 'countAlike']
const scores = ['scorePost', 'scorePosts', 'scoreFile']

/** A thread prepares each task on its first use, or all tasks in advance. */
export const preparing = {
  receive: useMatchers,
  prepare(name: string): void {
    if (needs.includes(name)) findNeeds([])
    if (scores.includes(name)) shippedScorer()
  },
  prepareAll(): void {
    for (const name of ['composeBrief', 'scoreFile']) preparing.prepare(name)
  },
}

export const answer = serveWork(productWork, preparing)
