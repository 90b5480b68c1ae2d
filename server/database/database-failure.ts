import { MailError } from '#server/mail-ports.ts'
import { PaymentsError } from '#server/payment-ports.ts'
import { SourceError } from '#server/source-ports.ts'
import { codeOf, DatabaseUnavailable } from './system-error.ts'

/** The SQLSTATEs of failures that the statement did not cause. */
const states: Record<string, string> = {
  '25006': 'it takes no writes at the moment',
  '28000': 'it does not let this user in',
  '28P01': 'it refuses this user or password',
  '3D000': 'there is no database of this name',
  '40001': 'others were writing the same rows',
  '40P01': 'others were writing the same rows',
  '53100': 'its disk is full',
  '53200': 'it is out of memory',
  '53300': 'it has no free connection',
  '53400': 'a limit of its configuration is reached',
  '55P03': 'a lock could not be obtained in time',
  '57014': 'a statement took too long',
  '57P01': 'its server is stopping',
  '57P02': 'its server crashed',
  '57P03': 'its server is starting or stopping',
  '57P05': 'it closed a connection that was idle',
  '58030': 'its disk fails',
}
/** Whole classes of SQLSTATEs: broken connections, and exhausted resources. */
const classes: Record<string, string> = {
  '08': 'the connection broke',
  '53': 'it is out of resources',
}

/** Node's codes for connections that fail or break. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The client's message for a broken connection, which has no code. */
const clientMessage =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|Query read timeout|timeout expired|Cannot use a pool after calling end)/u

function reasonOf(error: Error): string | null {
  if (error instanceof DatabaseUnavailable) return error.message
  const code = codeOf(error)
  if (code === null) return clientMessage.test(error.message) ? 'the connection broke' : null
  if (systemCodes.has(code) || ('syscall' in error && error.syscall === 'connect'))
    return 'it cannot be reached'
  if (!/^[0-9A-Z]{5}$/u.test(code)) return null
  return states[code] ?? classes[code.slice(0, 2)] ?? null
}

/**
 * `reason` contains no parameter and no part of the statement. `code` is the SQLSTATE or the system's code.
 */
export type DatabaseTrouble = { reason: string; code: string | null }

/** Errors of other services, which may have the same codes as an unreachable database. */
const others = [MailError, PaymentsError, SourceError]

/**
 * Why a statement failed, if it may succeed later: the database is unavailable, full, read-only or busy. Null
 * for other failures.
 */
export function databaseTrouble(error: unknown): DatabaseTrouble | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (others.some((other) => at instanceof other)) return null
    const reason = reasonOf(at)
    if (reason !== null) return { reason, code: codeOf(at) }
  }
  return null
}
