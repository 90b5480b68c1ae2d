import { openLine } from '#server/adapters/processes/open-line.ts'
import { type Config, inheritEnvironment, loadConfig } from '#server/config/config.ts'
import { databaseOver } from '#server/database/open-database.ts'
import { openPool, poolLimits } from '#server/database/open-pool.ts'
import { makeLogger } from '#server/operations/logger.ts'
import { explainFailure } from './explain-failure.ts'
import type { ProcessGiven } from './serve-in-processes.ts'
import { serveProduct } from './serve-product.ts'
import type { Together } from './together.ts'

// One of several processes that answer requests. `serve-in-processes.ts` starts them.

const answers = new Map<string, () => unknown>([['alive', () => true]])
const stop = Promise.withResolvers<null>()
answers.set('stop', () => stop.resolve(null))
// Ctrl-C and service managers signal every process, so this one waits until its parent tells it to stop.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})

if (process.send === undefined) throw new Error('This program is started by server/main.ts')
const line = openLine(
  { send: process.send.bind(process), on: (event, hear) => process.on(event, hear) },
  (question) => answers.get(question)?.(),
)

function togetherOf({ processes }: Config, { number }: ProcessGiven): Together {
  const isFirst = number === 0
  return {
    processes,
    isFirst,
    rateWindow: (name, perMinute) => async (who) =>
      (await line.ask('count', { name, perMinute, who })) === true,
    answer: (question, how) => void answers.set(question, how),
    askAll: async (question) => (await line.ask('askAll', question)) as unknown[],
    tellFirst(news) {
      if (isFirst) answers.get(news)?.()
      else line.ask('tellFirst', news).catch(() => {})
    },
  }
}

/** All processes together have READY_THREADS threads ready. */
const threadsOf = ({ readyThreads, processes }: Config, { number }: ProcessGiven) =>
  Math.floor((readyThreads + processes - 1 - number) / processes)

/** One process's share of the database connections that the product may open. */
function openDatabasePart({ processes, databaseUrl }: Config, { address, where }: ProcessGiven) {
  const { connections } = poolLimits.product
  const limits = { ...poolLimits.product, connections: Math.max(4, Math.floor(connections / processes)) }
  const warn = (sentence: string) => logger.info(sentence)
  const pool = openPool(address, limits, {
    onIdleLoss: (error) => {
      if (databaseUrl !== null) warn(`A database connection was lost: ${error.message}`)
    },
    onGivenUp: warn,
  })
  return { db: databaseOver(pool), pool, where, close: () => pool.end() }
}

const own = loadConfig(inheritEnvironment({}))
const logger = makeLogger(own.logLevel)
try {
  const given = (await line.ask('given')) as ProcessGiven
  const { port, payments } = given
  const config = { ...own, port, payments, readyThreads: threadsOf(own, given) }
  const database = openDatabasePart(config, given)
  const serving = await serveProduct({ config, database, logger, together: togetherOf(config, given) })
  answers.set('drain', () => serving.drain())
  await line.ask('ready')
  const lost = await Promise.race([stop.promise, serving.lost])
  if (lost !== null) console.error(explainFailure(lost))
  await serving.stop()
  await database.close()
  process.exit(lost === null ? 0 : 1)
} catch (error) {
  console.error(explainFailure(error))
  process.exit(1)
}
