import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { reportFailure, safeMessage } from './failure-report.ts'

/**
 * Replaces the text of a logged error by a safe one, unless the caller gave a text other than the error's
 * message.
 */
function sayInOurWords(given: unknown[]): unknown[] {
  const [details, message] = given
  const error = details instanceof Error ? details : (details as { err?: unknown } | null | undefined)?.err
  if (!(error instanceof Error) || (message !== undefined && message !== error.message)) return given
  return [details instanceof Error ? { err: error } : details, safeMessage(error)]
}

/**
 * The product's log: JSON lines that contain no cookies, no SQL statements and no parameters of statements.
 */
export function makeLogger(level: string, to?: DestinationStream): Logger {
  const settings: LoggerOptions = {
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization'],
    serializers: { err: reportFailure, error: reportFailure, cause: reportFailure },
    hooks: {
      logMethod(given, write) {
        write.apply(this, sayInOurWords(given) as typeof given)
      },
    },
  }
  return to === undefined ? pino(settings) : pino(settings, to)
}
