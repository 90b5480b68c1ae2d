import { SourceError } from '#server/source-ports.ts'

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

/** What the operator can do something about; by the code that Node puts on what stopped a call. */
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

/** What the call gives; `otherwise` where they refuse it with one of these statuses. */
export async function unlessRefused<T, U>(statuses: readonly number[], otherwise: U, call: () => Promise<T>) {
  try {
    return await call()
  } catch (error) {
    if (error instanceof SourceRefused && statuses.includes(error.status)) return otherwise
    throw error
  }
}
