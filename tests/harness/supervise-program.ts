import { superviseProcesses } from '#server/adapters/processes/supervise-processes.ts'
import type { OddBehaviour } from './odd-process.ts'

// Gives each started process the next of these behaviours, and repeats the last one. Without behaviours, all
// processes answer. Prints the events.

const { behaviours, processes } = JSON.parse(process.argv[2] ?? '') as {
  behaviours: OddBehaviour[]
  processes: number
}
const say = (line: string) => process.stdout.write(`${line}\n`)
try {
  const supervised = await superviseProcesses({
    entry: new URL('./odd-process.ts', import.meta.url),
    processes,
    given: () => (behaviours.length > 1 ? behaviours.shift() : behaviours[0]),
    answer: () => {},
    warn: say,
    alive: { everyMs: 50, mostOpen: 20 },
    longestDelayMs: 50,
  })
  say('ready')
  process.on('message', async (message) => {
    if (message === 'ask') process.send?.(await supervised.askAll('name'))
    if (message === 'stop') {
      await supervised.stop()
      say('stopped')
      process.exit(0)
    }
  })
  say((await supervised.lost).message)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
}
process.exit(1)
