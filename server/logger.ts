import { type DestinationStream, type Logger, pino } from 'pino'
import { reportFailure } from './failure-report.ts'

/** The product's log: JSON lines without cookies, statements or their parameters. */
export function makeLogger(level: string, to?: DestinationStream): Logger {
  const settings = {
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization'],
    serializers: { err: reportFailure, error: reportFailure, cause: reportFailure },
  }
  return to === undefined ? pino(settings) : pino(settings, to)
}
