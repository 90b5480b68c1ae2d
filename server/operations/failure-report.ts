/** The part of an error that may be logged: no statement, no parameter and no row of the database. */
type FailureReport = {
  type: string
  message: string
  stack: string
  cause?: FailureReport
  errors?: FailureReport[]
  [name: string]: unknown
}

/** Error fields of the system and the database: codes, tables and constraints, never values. */
const safeNames = 'code errno syscall severity schema table column constraint routine'.split(' ')
const mostCauses = 5

/** An error of the database or the query builder. The message of such an error quotes user data. */
function ofStatement(error: Error): boolean {
  return ('query' in error && 'params' in error) || ('severity' in error && 'routine' in error)
}

/** The statements of this error and its causes. */
function statementWords(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > mostCauses) return []
  const own = ofStatement(error) && error.message !== '' ? [error.message] : []
  return [...own, ...statementWords(error.cause, depth + 1)]
}

function messageOf(error: Error): string {
  // Node's message quotes the text that could not be parsed.
  if (error instanceof SyntaxError && / JSON\b/u.test(error.message)) return 'A text is not valid JSON'
  if (!ofStatement(error)) {
    const quotes = statementWords(error.cause).some((words) => error.message.includes(words))
    return quotes ? 'A statement failed' : error.message
  }
  return 'severity' in error ? 'The database refused a statement' : 'A statement failed'
}

/** The message of an error without the text of any SQL statement. */
export function safeMessage(error: unknown): string {
  return error instanceof Error ? messageOf(error) : String(error)
}

/** Only the stack frames, because the first lines of a stack repeat the message. */
function callsOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /u.test(line))
    .join('\n')
}

function reportError(error: Error, depth: number): FailureReport {
  const report: FailureReport = { type: error.name, message: messageOf(error), stack: callsOf(error) }
  for (const name of safeNames) {
    const value = (error as unknown as Record<string, unknown>)[name]
    if (typeof value === 'string' || typeof value === 'number') report[name] = value
  }
  if (depth < mostCauses) {
    if (error.cause instanceof Error) report.cause = reportError(error.cause, depth + 1)
    if (error instanceof AggregateError)
      report.errors = error.errors
        .slice(0, mostCauses)
        .map((one) =>
          one instanceof Error ? reportError(one, depth + 1) : { type: 'unknown', message: '', stack: '' },
        )
  }
  return report
}

/** The serialiser of the log for errors. Other values stay as they are. */
export function reportFailure(error: unknown): unknown {
  return error instanceof Error ? reportError(error, 0) : error
}
