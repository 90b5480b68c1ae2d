/**
 * Why the database refuses a statement now although it may accept the same statement later. Null if the
 * database is not the cause.
 */
type FindTrouble = (error: unknown) => { reason: string; code: string | null } | null

const mostCauses = 5

function codesOf(error: unknown, depth = 0): unknown[] {
  if (!(error instanceof Error) || depth > mostCauses) return []
  return ['code' in error ? error.code : undefined, ...codesOf(error.cause, depth + 1)]
}

/** The stored part of a failure. Messages and stacks are left out, because they contain users' data. */
export function jobFailure(error: unknown): { name: string; code?: string } {
  const name = error instanceof Error ? error.name : 'Error'
  const code = codesOf(error).find((one) => typeof one === 'string')
  return typeof code === 'string' ? { name, code } : { name }
}

/** Fields of a database error; errors from pg-boss are plain copies. */
const fields = ['code', 'severity', 'routine']

function asError(emitted: unknown): Error {
  if (emitted instanceof Error) return emitted
  const copied = (emitted ?? {}) as Record<string, unknown>
  const error = new Error(typeof copied.message === 'string' ? copied.message : 'unknown')
  for (const name of fields) if (name in copied) Object.assign(error, { [name]: copied[name] })
  return error
}

export type ExplainFailure = {
  findTrouble: FindTrouble
  /** The name and code of the error, without the text of a statement. */
  safeMessage: (error: unknown) => string
}

/** A failure of the queue itself, as an error whose message does not contain the statement. */
export function explainQueueFailure(emitted: unknown, { findTrouble, safeMessage }: ExplainFailure) {
  const error = asError(emitted)
  const trouble = findTrouble(error)
  // pg-boss adds the id of the worker, which changes with every start.
  const words = safeMessage(error).replace(/ \(Queue: ([^,()]*), Worker: [^()]*\)$/u, ' in $1')
  return { error, words: trouble?.reason ?? words }
}

/**
 * The pauses add up to half an hour, because a full disk or an outage lasts longer than the delay between two
 * attempts.
 */
const pausesMs = [1, 2, 5, 10, 20, ...Array.from({ length: 30 }, () => 60)].map((seconds) => seconds * 1000)

type Patience = {
  findTrouble: FindTrouble
  signal: AbortSignal
  /** Stops early when the signal aborts. */
  wait: (delayMs: number, signal: AbortSignal) => Promise<unknown>
}

/** Repeats work while only the database prevents it, so that failures of the database use up no attempt. */
export async function outlastTrouble(
  work: () => Promise<void>,
  { findTrouble, signal, wait }: Patience,
): Promise<void> {
  for (const pauseMs of pausesMs) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || findTrouble(error) === null) throw error
      await wait(pauseMs, signal)
    }
  }
  return work()
}
