import type { Database } from '#server/database/open-database.ts'
import { makeArchiveStore } from '#server/features/archive/archive-store.ts'
import { keepPosts } from '#server/features/archive/keep-posts.ts'
import type { Post } from '#server/ports.ts'
import { scorePost, scorerVersion } from './scorer.ts'

/** Scores posts and puts them into the archive, as an import does. */
export function keepInArchive(db: Database, posts: readonly Post[]) {
  return keepPosts({ store: makeArchiveStore(db), scorePost, scorerVersion }, posts)
}
