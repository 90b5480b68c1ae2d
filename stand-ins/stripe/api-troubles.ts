import { setTimeout as wait } from 'node:timers/promises'
import type { PaymentMode } from './ledger.ts'

export type ApiRequest = {
  mode: PaymentMode
  method: string
  path: string
  idempotencyKey: string | null
}

/** How the API misbehaves: before the work is done, or after it, when only the reply is lost. */
export type Trouble = {
  delayMs?: number
  answer?: 429 | 500 | 503 | 'close_before_work' | 'close_after_work'
  /** The provider keeps a 500 under its idempotency key and replays it. */
  kept?: boolean
  /** How many requests it meets; without it, all. */
  times?: number
  matching?: (request: ApiRequest) => boolean
}

const mostRequestsKept = 5_000

type NotedRequest = ApiRequest & { status: number | null }

export class ApiTroubles {
  #troubles: (Trouble & { left: number })[] = []
  readonly #requests: NotedRequest[] = []
  readonly #closing = new AbortController()

  /** Adds a trouble; the returned function ends it. */
  trouble(trouble: Trouble): () => void {
    const added = { ...trouble, left: trouble.times ?? Number.POSITIVE_INFINITY }
    this.#troubles.push(added)
    return () => {
      this.#troubles = this.#troubles.filter((one) => one !== added)
    }
  }

  calm(): void {
    this.#troubles = []
  }

  /** What was asked since the start, oldest first. */
  requests(): readonly NotedRequest[] {
    return this.#requests.map((one) => ({ ...one }))
  }

  /** Notes a request; `status` is null while no answer has left. */
  note(request: ApiRequest): NotedRequest {
    const noted = { ...request, status: null }
    this.#requests.push(noted)
    if (this.#requests.length > mostRequestsKept) this.#requests.shift()
    return noted
  }

  async meet(request: ApiRequest): Promise<Trouble | null> {
    const met = this.#troubles.find((one) => one.left > 0 && (one.matching?.(request) ?? true))
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
