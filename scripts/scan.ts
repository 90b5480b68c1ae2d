import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { ScanTask } from '#server/features/scan/scan-task-rules.ts'
import { findMissingNow } from '#server/features/scan/start-scan.ts'
import { runScan, type TargetOutcome } from '#server/features/scan/work-on-scan.ts'
import { makeLogger } from '#server/operations/logger.ts'
import { wireScan } from '#server/wiring/wire-scan.ts'
import { wireSources } from '#server/wiring/wire-sources.ts'
import { workersHere as workers } from '#server/wiring/wire-workers.ts'
import { print, runCommandWith, say, withDatabase } from './run-command.ts'

const help = `Reads new posts from every configured live source: those of SCAN_COMMUNITIES, and those with the keywords at /admin under Sources (SCAN_KEYWORDS adds to them). Scores and stores the posts. For cron, with SCAN_AT=never. The product may run at the same time.

  npm run scan -- --once

Stop it with Ctrl-C, or kill it, at any time: the next run continues where it ended.
Exit code: 0 all read, 1 failed or a target could not be read, 2 wrong options or nothing to read,
130 stopped with Ctrl-C.`

const nameOf = ({ source, kind, value }: ScanTask) =>
  `${source}, ${kind === 'community' ? value : JSON.stringify(value)}`

const endWords = (outcome: TargetOutcome) =>
  outcome.how === 'done'
    ? 'done'
    : outcome.how === 'failed'
      ? `failed. ${outcome.reason}`
      : `${outcome.reason} Trying again.`

function scanOnce(signal: AbortSignal): Promise<number> {
  return withDatabase(async (database, config) => {
    const clock = () => new Date()
    const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
    const { live } = await wireSources({ config, database, publicUrl, clock, workers, stoppedClock: null })
    const logger = makeLogger(config.logLevel, pino.destination(2))
    const { scanning } = wireScan({ config, database, logger, clock, workers, live })
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
  })
}

await runCommandWith({ help, flags: ['once'] }, (_, signal) => scanOnce(signal))
