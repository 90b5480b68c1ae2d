import * as z from 'zod/mini'
import { readCount, readFlag, readInstant, readText } from './row-values.ts'

const anything = z._default(z.unknown(), null)
const text = z.pipe(anything, z.transform(readText))
const count = z.pipe(anything, z.transform(readCount))
const flag = z.pipe(anything, z.transform(readFlag))
const instant = z.pipe(anything, z.transform(readInstant))
const meta = z.catch(z.object({ was_deleted_later: flag }), { was_deleted_later: false })

/**
 * A row of a dump with its drift of twenty years evened out: a field that is missing, null or of a strange
 * type is null (or false). Later names of one field stand after the usual one.
 */
export const rawPost = z.object({
  id: text,
  name: text,
  subreddit: text,
  community: text,
  title: text,
  selftext: text,
  body: text,
  text,
  permalink: text,
  score: count,
  ups: count,
  num_comments: count,
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
})
export type RawPost = z.infer<typeof rawPost>
