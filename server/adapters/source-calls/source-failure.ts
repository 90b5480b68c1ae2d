import { SourceError } from '#server/source-ports.ts'

/** There was no response, a timeout, or an error of the source. A retry may succeed. */
export class SourceUnreachable extends SourceError {}

/** The response of the source cannot be parsed. */
export class MalformedSourceReply extends SourceError {}

/** The source, our budget or the circuit breaker refuses calls for a while. */
export class SourceBusy extends SourceError {
  readonly waitMs: number
  /** Whether the source itself asked for the pause. */
  readonly theirs: boolean

  constructor(message: string, waitMs: number, theirs: boolean) {
    super(message)
    this.waitMs = waitMs
    this.theirs = theirs
  }
}

/** The source refused the call, and would refuse it again. */
export class SourceRefused extends SourceError {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** Problems that the operator can solve, by Node's error code. */
const reasons: Partial<Record<string, string>> = {
  ENOTFOUND: ': there is no host of this name',
  EAI_AGAIN: ': its name could not be looked up',
  ECONNREFUSED: ': nothing answers there',
  CERT_HAS_EXPIRED: ': its certificate has expired',
}

export function callFailure(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  const late = error instanceof DOMException && error.name === 'TimeoutError'
  const stopped = error instanceof TypeError ? error.cause : error
  const { code = '' } = (stopped ?? {}) as { code?: string }
  const unreachable = `could not be reached${reasons[code] ?? ''}`
  return new SourceUnreachable(late ? 'did not answer in time' : unreachable, { cause: error })
}

/** Returns the result of the call, or `otherwise` if it is refused with one of these statuses. */
export async function unlessRefused<T, U>(statuses: readonly number[], otherwise: U, call: () => Promise<T>) {
  try {
    return await call()
  } catch (error) {
    if (error instanceof SourceRefused && statuses.includes(error.status)) return otherwise
    throw error
  }
}
