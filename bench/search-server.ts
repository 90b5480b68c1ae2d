import { monitorEventLoopDelay } from 'node:perf_hooks'
import { loadConfig } from '#server/config/config.ts'
import { startProduct } from '#server/wiring/start-product.ts'

// Runs the product in a process of its own, so that the load generator does not share its event loop. Used by
// bench/search.ts.

const product = await startProduct(loadConfig(process.env))
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

/** The longest uninterrupted work of this thread. Time that other processes use does not count. */
let longestWorkMs = 0
let lastWork = process.threadCpuUsage()
setInterval(() => {
  const { user, system } = process.threadCpuUsage(lastWork)
  longestWorkMs = Math.max(longestWorkMs, (user + system) / 1000)
  lastWork = process.threadCpuUsage()
}, 1).unref()

process.send?.({ url: product.url })
process.on('message', (message) => {
  if (message === 'reset') {
    delay.reset()
    longestWorkMs = 0
  }
  if (message === 'read')
    process.send?.({
      p50Ms: delay.percentile(50) / 1e6,
      p99Ms: delay.percentile(99) / 1e6,
      maxMs: delay.max / 1e6,
      longestWorkMs,
    })
  if (message === 'stop') void product.stop().then(() => process.exit(0))
})
