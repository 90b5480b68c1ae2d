import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/harness/test-database.ts'

/**
 * The maximum numbers of files. `features` counts files in server/features. `all` also counts files of
 * matching, HTTP, database connections and wiring.
 */
const most = { features: 18, all: 35 }

test('a search runs through few files, from its route to its statements', async () => {
  const database = await openTestDatabase()
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'trail.ts'), database.url])
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  await database.close()
  expect({ code: child.exitCode, stderr }).toEqual({ code: 0, stderr: '' })
  const files = stdout.split('\n').filter((line) => line.startsWith('server/'))
  const features = files.filter((path) => path.startsWith('server/features/'))
  expect(features).toContain('server/features/search/run/search-routes.ts')
  expect(features).toContain('server/features/search/allowance/quota-store.ts')
  expect(features.length, stdout).toBeLessThanOrEqual(most.features)
  expect(files.length, stdout).toBeLessThanOrEqual(most.all)
})
