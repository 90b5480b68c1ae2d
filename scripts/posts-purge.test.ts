import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Post } from '#server/source-ports.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { runScript } from '#tests/harness/run-script.ts'
import { runScriptHere } from '#tests/harness/run-script-here.ts'
import { storeInArchive } from '#tests/harness/store-in-archive.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'unmet-purge-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

/** Runs the command. With `runScript`, the program itself is run in another process. */
async function purge(args: readonly string[] = [], run = runScriptHere) {
  const { code, stdout, stderr } = await run('posts-purge.ts', args, {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
  })
  return { code, lines: stdout.split('\n').filter(Boolean), stderr }
}

const keep = (posts: Post[]) => storeInArchive(database.db, posts)

async function listStored(): Promise<string[]> {
  const { rows } = await database.pool.query('select source_id from archive_posts order by 1')
  return rows.map((row) => row.source_id)
}

test('each id is answered with what became of it, whatever way it is written, and none comes back', async () => {
  const posts = ['one', 'two', 'three', 'four'].map((sourceId) => makePost({ sourceId }))
  await keep([...posts, makePost({ source: 'hacker-news', sourceId: '42' })])

  const first = await purge(['t3_one', 'two', 'hacker-news:42', 'reddit:t3_later', 'nobody'], runScript)
  expect(first.lines).toEqual([
    't3_one: purged, reddit:one will not be stored again',
    'two: purged, reddit:two will not be stored again',
    'hacker-news:42: purged, hacker-news:42 will not be stored again',
    'reddit:t3_later: was not stored, and will not be stored',
    'nobody: no stored post has this id; with a source prefix it would be blocked',
  ])
  expect([first.code, first.stderr]).toEqual([3, ''])
  expect(await listStored()).toEqual(['four', 'three'])
  expect((await purge(['redit:four'])).lines).toEqual([
    'redit:four: was not stored, and will not be stored; stored with this id: reddit:four',
  ])

  const again = await keep([...posts, makePost({ sourceId: 'later' })])
  expect(again).toMatchObject({ inserted: 0, unchanged: 2, purged: 3 })
  expect(await listStored()).toEqual(['four', 'three'])
  expect(await purge(['reddit:one'])).toEqual({
    code: 0,
    lines: ['reddit:one: was purged before'],
    stderr: '',
  })
})

test('no id and what cannot be an id end with 2 and one line, help with 0', async () => {
  expect(await purge()).toEqual({ code: 2, lines: [], stderr: 'Give the ids of posts. See --help.\n' })
  expect(await purge(['a b'])).toEqual({
    code: 2,
    lines: [],
    stderr: '"a b" is not the id of a post. See --help.\n',
  })
  expect((await purge(['--help'])).code).toBe(0)
})
