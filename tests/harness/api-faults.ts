import { setTimeout as wait } from 'node:timers/promises'
import type { ApiRequest, Fault } from '#stand-ins/stripe/answer-idempotently.ts'
import { envelope } from '#stand-ins/stripe/api-error.ts'

type InjectedFault = Pick<Fault, 'stored'> & {
  answer?: 429 | 500 | 503 | 'close_before_work' | 'close_after_work'
  delayMs?: number
  /** The number of affected requests; all by default. */
  times?: number
  matching?: (request: ApiRequest) => boolean
}

/** A stand-in's simulated faults, and its requests since the start. */
export class ApiFaults {
  #faults: (InjectedFault & { left: number })[] = []
  readonly #requests: ApiRequest[] = []
  readonly #closing = new AbortController()

  /** Adds a fault; the returned function removes it. */
  inject(fault: InjectedFault): () => void {
    const added = { ...fault, left: fault.times ?? Number.POSITIVE_INFINITY }
    this.#faults.push(added)
    return () => {
      this.#faults = this.#faults.filter((one) => one !== added)
    }
  }

  clear(): void {
    this.#faults = []
  }

  /** Oldest first. */
  requests(): readonly ApiRequest[] {
    return this.#requests.map((one) => ({ ...one }))
  }

  async meet(request: ApiRequest): Promise<Fault | null> {
    this.#requests.push(request)
    const met = this.#faults.find((one) => one.left > 0 && (one.matching?.(request) ?? true))
    if (!met) return null
    met.left -= 1
    if (met.delayMs) {
      await wait(met.delayMs, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {})
    }
    const { answer, stored = false } = met
    if (answer === undefined) return null
    return { answer: typeof answer === 'number' ? failing(answer) : answer, stored }
  }

  close(): void {
    this.#closing.abort()
  }
}

function failing(status: 429 | 500 | 503) {
  const body =
    status === 429
      ? {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message: 'Too many requests hit the API too quickly.',
        }
      : { type: 'api_error', message: 'An unknown error occurred.' }
  return { status, body: envelope(body) }
}
