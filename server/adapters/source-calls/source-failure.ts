import { SourceError } from '#server/ports.ts'

/** No answer, none in time, or a failure on their side: a later try may succeed. */
export class SourceUnreachable extends SourceError {}

/** They answered what cannot be read. */
export class MalformedSourceReply extends SourceError {}

/** Not now: they, our budget or the circuit ask us to wait. */
export class SourceBusy extends SourceError {
  readonly waitMs: number
  /** Whether the source itself said so. */
  readonly theirs: boolean

  constructor(message: string, waitMs: number, theirs: boolean) {
    super(message)
    this.waitMs = waitMs
    this.theirs = theirs
  }
}

/** They said no; the same question gets the same answer. */
export class SourceRefused extends SourceError {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

export function callFailure(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  const late = error instanceof DOMException && error.name === 'TimeoutError'
  return new SourceUnreachable(late ? 'did not answer in time' : 'could not be reached', { cause: error })
}

/** What the call gives; `otherwise` where they refuse it with one of these statuses. */
export async function unlessRefused<T, U>(statuses: readonly number[], otherwise: U, call: () => Promise<T>) {
  try {
    return await call()
  } catch (error) {
    if (error instanceof SourceRefused && statuses.includes(error.status)) return otherwise
    throw error
  }
}
