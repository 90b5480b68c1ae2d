import { setTimeout as wait } from 'node:timers/promises'
import type { PaymentMode } from './ledger.ts'

export type ApiRequest = {
  mode: PaymentMode
  method: string
  path: string
  idempotencyKey: string | null
}

/** How the API misbehaves: before the work is done, or after it, when only the reply is lost. */
export type Fault = {
  delayMs?: number
  answer?: 429 | 500 | 503 | 'close_before_work' | 'close_after_work'
  /** The provider stores a 500 under its idempotency key and replays it. */
  stored?: boolean
  /** How many requests it affects; without it, all. */
  times?: number
  matching?: (request: ApiRequest) => boolean
}

const mostRequests = 5_000

type NotedRequest = ApiRequest & { status: number | null }

export class ApiFaults {
  #faults: (Fault & { left: number })[] = []
  readonly #requests: NotedRequest[] = []
  readonly #closing = new AbortController()

  /** Adds a fault; the returned function ends it. */
  inject(fault: Fault): () => void {
    const added = { ...fault, left: fault.times ?? Number.POSITIVE_INFINITY }
    this.#faults.push(added)
    return () => {
      this.#faults = this.#faults.filter((one) => one !== added)
    }
  }

  clear(): void {
    this.#faults = []
  }

  /** What was asked since the start, oldest first. */
  requests(): readonly NotedRequest[] {
    return this.#requests.map((one) => ({ ...one }))
  }

  /** Notes a request; `status` is null while no answer has left. */
  note(request: ApiRequest): NotedRequest {
    const noted = { ...request, status: null }
    this.#requests.push(noted)
    if (this.#requests.length > mostRequests) this.#requests.shift()
    return noted
  }

  async meet(request: ApiRequest): Promise<Fault | null> {
    const met = this.#faults.find((one) => one.left > 0 && (one.matching?.(request) ?? true))
    if (!met) return null
    met.left -= 1
    if (met.delayMs) {
      await wait(met.delayMs, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {})
    }
    return met
  }

  close(): void {
    this.#closing.abort()
  }
}
