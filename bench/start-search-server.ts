import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The options of Node with which `npm start` starts the product of this checkout. */
function optionsOf(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  const [start = ''] = String(scripts.start).split('||')
  return start.match(/--\S+/gu) ?? []
}

/** Starts the product with a data folder in a process of its own, without result cache or limits. */
export async function startSearchServer(
  dataDir: string,
  environment: Record<string, string> = {},
  checkout = join(import.meta.dirname, '..'),
): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(join(checkout, 'bench/search-server.ts'), {
    cwd: checkout,
    execArgv: optionsOf(checkout),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      HACKER_NEWS: 'off',
      PORT: '0',
      SEARCH_CACHE_SECONDS: '0',
      ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000',
      LOG_LEVEL: 'error',
      ...environment,
    },
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('The product did not start: see above')
  })
  const [{ url }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }]
  // From here on, the process is expected to exit.
  ended.catch(() => {})
  return { child, url }
}
