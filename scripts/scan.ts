import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { loadConfig, readEnvironment } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { runScan, type TargetOutcome } from '#server/features/scan/run-scan.ts'
import type { ScanTask } from '#server/features/scan/scan-task-rules.ts'
import { findMissingNow } from '#server/features/scan/start-scan.ts'
import { makeLogger } from '#server/logger.ts'
import { wireScan } from '#server/wire-scan.ts'
import { wireSources } from '#server/wire-sources.ts'
import { runCommand } from './run-command.ts'

const help = `Reads the new posts of SCAN_COMMUNITIES, and for the keywords that are kept at /admin under Sources (SCAN_KEYWORDS
adds to them), from every live source that is set up, scores them and keeps them. For cron, with SCAN_AT=never; also beside a running product.

  npm run scan -- --once

Stop it with Ctrl-C, or kill it, at any time: the next run goes on where it ended.
Exit code: 0 all read, 1 failed or a target could not be read, 2 wrong options or nothing to read,
130 stopped with Ctrl-C.`

function readWish(): 'help' | 'run' | { wrong: string } {
  try {
    const options = { once: { type: 'boolean' }, help: { type: 'boolean' } } as const
    return parseArgs({ options }).values.help === true ? 'help' : 'run'
  } catch (error) {
    return { wrong: error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error) }
  }
}

const nameOf = ({ source, kind, value }: ScanTask) =>
  `${source}, ${kind === 'community' ? value : JSON.stringify(value)}`

const endWords = (outcome: TargetOutcome) =>
  outcome.how === 'done'
    ? 'done'
    : outcome.how === 'failed'
      ? `failed. ${outcome.reason}`
      : `${outcome.reason} Trying again.`

async function scanOnce(signal: AbortSignal): Promise<number> {
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const config = loadConfig(readEnvironment())
  const database = await openDatabase(config, 'command', say)
  try {
    const clock = () => new Date()
    const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
    const { live } = await wireSources({ config, database, publicUrl, clock, stoppedClock: null })
    const logger = makeLogger(config.logLevel, pino.destination(2))
    const { scanning } = wireScan({ config, database, logger, clock, live })
    const missing = await findMissingNow(scanning)
    if (missing !== null) {
      say(missing)
      return 2
    }
    const outcome = await runScan(
      {
        ...scanning,
        wait: (delayMs, stopped) => sleep(delayMs, undefined, { signal: stopped }).catch(() => {}),
        onPage: (task, postsRead) => print(`${nameOf(task)}: ${postsRead} posts read`),
        onTarget: (task, ended) => print(`${nameOf(task)}: ${endWords(ended)}`),
      },
      signal,
    )
    if (outcome.how !== 'complete') {
      say('Stopped. Run the same command again to read the rest.')
      return 130
    }
    print(`${outcome.targets - outcome.failed} of ${outcome.targets} targets were read.`)
    return outcome.failed > 0 ? 1 : 0
  } finally {
    await database.close()
  }
}

await runCommand(async (signal) => {
  const wish = readWish()
  if (wish === 'run') return scanOnce(signal)
  if (wish === 'help') process.stdout.write(`${help}\n`)
  else process.stderr.write(`${wish.wrong} See --help.\n`)
  return wish === 'help' ? 0 : 2
})
