import { findOwnTable } from '#contract/csv-cell.ts'
import type { Post, PostAttribution } from '#server/source-ports.ts'
import { readInstant } from '../instants/read-instant.ts'
import { rawPost } from './raw-post.ts'

type Row = Readonly<Record<string, unknown>>

type OwnExport = { post: Post } | { leftOut: 'sample post' } | { problem: string }

const savedPostProblem =
  'it is a saved post without its text: import the CSV that is downloaded above the results of a search'

/** Sample posts are invented, so they are not imported as posts. */
const sampleSource = 'sample'
const sourceName = /^[\p{L}\p{N}][\p{L}\p{N}._:-]{0,199}$/u

/** Parses `author, address, licence, address`, as in the download. Names may contain commas. */
function readAttribution(cell: string): PostAttribution | null {
  const parts = cell.split(', ')
  const takeAddress = () => (/^https?:\/\//iu.test(parts.at(-1) ?? '') ? (parts.pop() ?? null) : null)
  const licenseUrl = takeAddress()
  const license = parts.pop() ?? ''
  const authorUrl = takeAddress()
  const author = parts.join(', ')
  return author === '' || license === '' ? null : { author, authorUrl, license, licenseUrl }
}

/** Restores a post exactly from a row that this product exported. Null for rows of other files. */
export function readOwnExport(row: Row): OwnExport | null {
  if (!('keyword_match' in row) && !('saved_at' in row) && !('savedAt' in row)) return null
  if ('savedAt' in row && 'opportunityScore' in row) return { problem: savedPostProblem }
  const kind = findOwnTable(Object.keys(row))
  if (kind === null) return null
  if (kind === 'saved posts') return { problem: savedPostProblem }
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : '')
  const source = text('source').trim()
  const sourceId = text('id').trim()
  if (source === sampleSource) return { leftOut: 'sample post' }
  if (!sourceName.test(source)) return { problem: 'the row does not say which source it comes from' }
  if (sourceId === '') return { problem: 'the row has no id' }
  const { score, num_comments: comments } = rawPost.parse({
    score: row.upvotes,
    num_comments: row.comments,
  })
  const createdAt = readInstant(row.posted_at, null, new Date())
  if (createdAt === null) return { problem: 'the row has no date we can read in posted_at' }
  const attribution = readAttribution(text('attribution'))
  return {
    post: {
      source,
      sourceId,
      community: text('community'),
      title: text('title'),
      selftext: text('text'),
      url: /^https?:\/\//iu.test(text('url')) ? text('url') : null,
      upvotes: score,
      comments,
      createdAt,
      sample: false,
      ...(attribution === null ? {} : { attribution }),
    },
  }
}
