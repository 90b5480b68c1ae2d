import { loadConfig, readEnvironment } from './config/config.ts'
import { listMisspelt } from './config/misspelt-variables.ts'
import { explainFailure } from './wiring/explain-failure.ts'
import { startProduct } from './wiring/start-product.ts'

/** The time that requests in progress have before the process exits anyway. */
const shutdownLimitMs = 30_000

/**
 * Signals are handled from the start, because an interrupted start would leave the database server running.
 */
function listenForStop() {
  const { promise: asked, resolve } = Promise.withResolvers<null>()
  const { promise: hurry, resolve: hurryUp } = Promise.withResolvers<void>()
  let wasAsked = false
  const stop = (signal: NodeJS.Signals) => {
    if (signal === 'SIGINT') hurryUp()
    if (wasAsked) return
    wasAsked = true
    limitShutdown()
    resolve(null)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  /** `hurry` settles on Ctrl-C, because a person at a terminal is then waiting for the exit. */
  return { asked, hurry, wasAsked: () => wasAsked }
}

function limitShutdown(): void {
  setTimeout(() => process.exit(1), shutdownLimitMs).unref()
}

/**
 * Runs the product until it is asked to stop or cannot continue. Then closes all parts in order and returns
 * the exit code.
 */
async function run(): Promise<number> {
  const stop = listenForStop()
  const environment = readEnvironment()
  for (const sentence of listMisspelt(environment)) console.error(sentence)
  const product = await startProduct(loadConfig(environment))
  const isUsed = !stop.wasAsked()
  if (isUsed) console.log(`\n  Unmet is ready: ${product.url}\n  Stop it with Ctrl-C\n`)
  const lost = await Promise.race([stop.asked, product.lost])
  if (lost !== null) {
    console.error(explainFailure(lost))
    limitShutdown()
  } else if (isUsed) await product.drain(stop.hurry)
  await product.stop()
  return lost === null ? 0 : 1
}

try {
  process.exit(await run())
} catch (error) {
  console.error(explainFailure(error))
  process.exit(1)
}
