import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')

type MadePost = { id: string; title: string; createdAt: Date }

/** Imports made-up posts as a dump into the data folder of a product that is stopped. */
export async function importMadePosts(dataDir: string, posts: readonly MadePost[]): Promise<void> {
  const dump = join(dataDir, 'made.ndjson')
  const rows = posts.map(({ id, title, createdAt }) => ({
    id,
    title,
    subreddit: 'harbours',
    selftext: 'I waste hours every week on it. I would pay for something that works.',
    created_utc: Math.floor(createdAt.getTime() / 1000),
    score: 5,
    permalink: `/r/harbours/comments/${id}/`,
  }))
  await writeFile(dump, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  await promisify(execFile)(process.execPath, ['scripts/archive-import.ts', dump], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
  })
}
