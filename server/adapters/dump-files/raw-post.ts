import * as z from 'zod/mini'
import { readCount, readFlag, readInstant, readText } from './row-values.ts'

const anything = z._default(z.unknown(), null)
const text = z.pipe(anything, z.transform(readText))
/** Nobody means a missing cell by a title. */
const titleText = z.pipe(
  anything,
  z.transform((value) => (typeof value === 'string' ? value : readText(value))),
)
const count = z.pipe(anything, z.transform(readCount))
const flag = z.pipe(anything, z.transform(readFlag))
const instant = z.pipe(anything, z.transform(readInstant))
const tags = z.catch(z.array(z.string()), [])
const meta = z.catch(z.object({ was_deleted_later: flag }), { was_deleted_later: false })

/**
 * A row of a dump with its drift of twenty years evened out: a field that is missing, null or of a strange
 * type is null (or false); a count that is a fraction is NaN. Later names of one field stand after the usual one.
 */
export const rawPost = z.object({
  id: text,
  name: text,
  subreddit: text,
  community: text,
  title: titleText,
  selftext: text,
  body: text,
  text,
  permalink: text,
  url: text,
  score: count,
  ups: count,
  num_comments: count,
  comms_num: count,
  comments: count,
  created_utc: instant,
  created_at: instant,
  createdAt: instant,
  created: instant,
  date: instant,
  over_18: flag,
  promoted: flag,
  is_created_from_ads_ui: flag,
  author: text,
  removed_by_category: text,
  link_id: text,
  parent_id: text,
  _meta: meta,
  /** Of Hacker News: as Algolia, BigQuery and the site's own items name them. */
  objectID: text,
  type: text,
  story_text: text,
  points: count,
  num_points: count,
  descendants: count,
  created_at_i: instant,
  time: instant,
  timestamp: instant,
  _tags: tags,
  dead: flag,
  deleted: flag,
})
export type RawPost = z.infer<typeof rawPost>
