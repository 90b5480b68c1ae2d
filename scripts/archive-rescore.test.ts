import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { storePosts } from '#server/features/archive/store/store-posts.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { scorePost, scorerVersion } from '#tests/harness/scorer.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'

const script = resolve(import.meta.dirname, 'archive-rescore.ts')
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function rescore(...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, DATABASE_URL: database.url },
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}

test('posts of an older scorer are scored anew, once', async () => {
  const store = makeArchiveStore(database.db)
  await storePosts({ store, scorer: { scorePost, version: 'older' } }, [makePost(), makePost(), makePost()])
  const first = await rescore()
  expect([first.code, first.stdout]).toEqual([0, `Scored 3 of 3 posts anew with scorer ${scorerVersion}.\n`])
  expect((await database.pool.query('select distinct scorer_version from archive_posts')).rows).toEqual([
    { scorer_version: scorerVersion },
  ])
  expect((await rescore()).stdout).toBe(`Scored 0 of 0 posts anew with scorer ${scorerVersion}.\n`)
})

test('a wrong option ends with 2 and one line, help with 0', async () => {
  expect(await rescore('--fast')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown option '--fast'.* See --help\.\n$/u),
  })
  expect((await rescore('--help')).code).toBe(0)
})
