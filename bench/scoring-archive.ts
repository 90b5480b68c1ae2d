import { createReadStream, existsSync } from 'node:fs'
import { createZstdDecompress } from 'node:zlib'
import type { ScorablePost } from '#scoring/score-post.ts'

/** Real posts for measuring speed; beside the project, never in it. */
const archivePath = new URL('../../shared/posts/posts.ndjson.zst', import.meta.url)

/** Whether the archive is on this machine. */
export function archivePresent(): boolean {
  return existsSync(archivePath)
}

export type ArchivePost = ScorablePost & { id: string }

/** Reads the first `most` posts of the archive. */
export async function readArchivePosts(most: number): Promise<ArchivePost[]> {
  const posts: ArchivePost[] = []
  const file = createReadStream(archivePath)
  const unpacked = file.pipe(createZstdDecompress()).setEncoding('utf8')
  let rest = ''
  for await (const chunk of unpacked) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const row = JSON.parse(line)
      posts.push({ id: row.id, title: row.title, selftext: row.selftext, community: row.subreddit })
      if (posts.length === most) return posts
    }
  }
  return posts
}
