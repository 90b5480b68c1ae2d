import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeHackerNews, startFakeHackerNews } from '#tests/harness/fake-hacker-news.ts'
import { runScript } from '#tests/harness/run-script.ts'
import { runScriptHere } from '#tests/harness/run-script-here.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'

let database: TestDatabase
let fake: FakeHackerNews
beforeAll(async () => {
  database = await openTestDatabase()
  fake = await startFakeHackerNews()
})
afterAll(async () => {
  await fake.stop()
  await database.close()
})

/** Runs the command. With `runScript`, the program itself is run in another process. */
async function scan(environment: Record<string, string>, run = runScriptHere) {
  const { code, stdout, stderr } = await run('scan.ts', ['--once'], {
    DATABASE_URL: database.url,
    ...environment,
  })
  return { code, lines: stdout.split('\n').filter(Boolean), stderr }
}

test('reads every target from its source, reports each and ends with 0; the posts are there to be found', async () => {
  fake.release([
    { id: 1, title: 'Ask HN: Is there a tool for churn?', text: 'I would pay for it.' },
    { id: 2, title: 'Ask HN: What is your churn rate?', text: 'Ours grows.' },
  ])
  expect(await scan({ ...fake.environment, SCAN_KEYWORDS: 'churn' }, runScript)).toEqual({
    code: 0,
    lines: [
      ...['Ask HN', 'Show HN', '"churn"'].flatMap((target) => [
        `hacker-news, ${target}: 2 posts read`,
        `hacker-news, ${target}: done`,
      ]),
      '3 of 3 targets were read.',
    ],
    stderr: '',
  })
  const { rows } = await database.pool.query(
    `select source, source_id, opportunity_score > 0 as scored from archive_posts order by source_id`,
  )
  expect(rows).toEqual([
    { source: 'hacker-news', source_id: '1', scored: true },
    { source: 'hacker-news', source_id: '2', scored: expect.any(Boolean) },
  ])
})

test('says what to set where there is nothing to read, and ends with 2', async () => {
  expect(await scan({ SCAN_KEYWORDS: 'churn', HACKER_NEWS: 'off' })).toEqual({
    code: 2,
    lines: [],
    stderr: 'There is no source that could be read: add one at /admin, under Sources.\n',
  })
})
