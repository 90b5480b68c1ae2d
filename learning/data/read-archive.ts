import { createReadStream } from 'node:fs'
import { createZstdDecompress } from 'node:zlib'
import type { ScorablePost } from '#scoring/post-score.ts'
import { textFiles } from './labelled-post.ts'

export type ArchivePost = ScorablePost & { id: string }

/** Reads the first `most` posts of the archive. */
export async function readArchivePosts(most: number): Promise<ArchivePost[]> {
  const posts: ArchivePost[] = []
  const file = createReadStream(textFiles.archive)
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
