import { setTimeout as wait } from 'node:timers/promises'
import type { ApiRequest, Fault } from '#stand-ins/stripe/answer-idempotently.ts'

type InjectedFault = Fault & {
  delayMs?: number
  /** How many requests it affects; without it, all. */
  times?: number
  matching?: (request: ApiRequest) => boolean
}

/** How a stand-in's API misbehaves, and what it was asked since its start. */
export class ApiFaults {
  #faults: (InjectedFault & { left: number })[] = []
  readonly #requests: ApiRequest[] = []
  readonly #closing = new AbortController()

  /** Adds a fault; the returned function ends it. */
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
    return met
  }

  close(): void {
    this.#closing.abort()
  }
}
