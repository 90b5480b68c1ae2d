import { ConfigError, loadConfig } from './config.ts'
import { DatabaseUnavailable } from './database/database-unavailable.ts'
import { type RunningProduct, startProduct } from './wiring.ts'

/** Requests under way get this long to end before the process leaves anyway. */
const shutdownLimitMs = 30_000

async function start(): Promise<RunningProduct> {
  const product = await startProduct(loadConfig(process.env))
  console.log(`\n  Unmet is ready: ${product.url}\n  Stop it with Ctrl-C\n`)
  return product
}

function stopInOrder(product: RunningProduct): void {
  let stopping = false
  const stop = (exitCode: number) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), shutdownLimitMs).unref()
    product.stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  void product.lost.then((reason) => {
    console.error(explain(reason))
    stop(1)
  })
}

/** What a person can mend is one line; anything else is a bug and shows its stack. */
function explain(error: unknown): unknown {
  const listening = error as NodeJS.ErrnoException
  if (error instanceof ConfigError || error instanceof DatabaseUnavailable) return error.message
  if (listening.code === 'EADDRINUSE') return `${listening.message}. Stop what listens there or set PORT.`
  if (listening.code === 'EACCES' && listening.syscall === 'listen') {
    return `${listening.message}. Set PORT to one above 1023.`
  }
  return error
}

try {
  stopInOrder(await start())
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
