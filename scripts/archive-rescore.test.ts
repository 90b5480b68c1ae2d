import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { storePosts } from '#server/features/archive/store/store-posts.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { runScript } from '#tests/harness/run-script.ts'
import { runScriptHere } from '#tests/harness/run-script-here.ts'
import { scorePost, scorerVersion } from '#tests/harness/scorer.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Runs the command in this process, or with `runScript` in another process. */
async function rescore(args: readonly string[] = [], run = runScriptHere) {
  const { code, stdout, stderr } = await run('archive-rescore.ts', args, { DATABASE_URL: database.url })
  return { code, stdout, stderr }
}

test('posts of an older scorer are scored anew, once', async () => {
  const store = makeArchiveStore(database.db)
  await storePosts({ store, scorer: { scorePost, version: 'older' } }, [makePost(), makePost(), makePost()])
  const first = await rescore([], runScript)
  expect([first.code, first.stdout]).toEqual([0, `Scored 3 of 3 posts again with scorer ${scorerVersion}.\n`])
  expect((await database.pool.query('select distinct scorer_version from archive_posts')).rows).toEqual([
    { scorer_version: scorerVersion },
  ])
  expect((await rescore()).stdout).toBe(`Scored 0 of 0 posts again with scorer ${scorerVersion}.\n`)
})

test('a wrong option ends with 2 and one line, help with 0', async () => {
  expect(await rescore(['--fast'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown option '--fast'.* See --help\.\n$/u),
  })
  expect((await rescore(['--help'])).code).toBe(0)
})
