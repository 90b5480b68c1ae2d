import type { Delivery, EventObject, Ledger, PaymentMode } from './ledger.ts'
import { providerId } from './provider-id.ts'
import { sendWebhook, type WebhookTarget } from './send-webhook.ts'

type HeldDelivery = { id: string; eventId: string; type: string; mode: PaymentMode }
/** One try to deliver an event; `status` is null when no answer came. */
type DeliveryAttempt = HeldDelivery & { attempt: number; status: number | null }

type Queued = { ledger: Ledger; event: EventObject; delivery: Delivery }

type DeliveryDeps = {
  ledgers: Record<PaymentMode, Ledger>
  targetOf: (mode: PaymentMode) => WebhookTarget | null
  /** Waits before each further attempt; after the last the provider gives up. */
  retryDelaysMs: readonly number[]
  timeoutMs: number
  onChange: () => void
}

const mostAtOnce = 8
const mostAttempts = 10_000

/**
 * Sends events to their address: at once or held, several at a time, again when refused. What a test holds leaves
 * only by `release` or `releaseSome`.
 */
export class WebhookDeliveries {
  readonly #deps: DeliveryDeps
  #holding = false
  #held: Queued[] = []
  #ready: Queued[] = []
  #sending = 0
  readonly #resumed = new Set<PaymentMode>()
  readonly #sleeping = new Map<NodeJS.Timeout, Queued>()
  readonly #attempts: DeliveryAttempt[] = []
  #settledWaiters: (() => void)[] = []
  readonly #closing = new AbortController()

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
  }

  /** Queues a new event; without an address for its mode there is nothing to deliver. */
  add(ledger: Ledger, event: EventObject): void {
    if (!this.#deps.targetOf(ledger.mode)) {
      event.pending_webhooks = 0
      return
    }
    this.#enqueue(this.#copyOf({ ledger, event }))
  }

  /** Takes up, once an address is known, what an earlier run could not deliver. */
  resume(ledger: Ledger): void {
    if (this.#resumed.has(ledger.mode) || !this.#deps.targetOf(ledger.mode)) return
    this.#resumed.add(ledger.mode)
    for (const delivery of ledger.tables.deliveries.all()) {
      const event = ledger.tables.events.find(delivery.eventId)
      if (event) this.#enqueue({ ledger, event, delivery })
      else ledger.tables.deliveries.delete(delivery.id)
    }
  }

  hold(): void {
    this.#holding = true
  }

  held(): HeldDelivery[] {
    return this.#held.map(shown)
  }

  /** Ends the hold and delivers everything held, in the order held. */
  release(): Promise<void> {
    this.#holding = false
    return this.releaseSome((held) => held)
  }

  /** Delivers exactly these, in this order; a delivery named twice is sent twice. The hold goes on. */
  async releaseSome(choose: (held: HeldDelivery[]) => HeldDelivery[]): Promise<void> {
    const byId = new Map(this.#held.map((one) => [one.delivery.id, one]))
    const chosen = choose(this.held()).flatMap((one) => byId.get(one.id) ?? [])
    const leaving = new Set(chosen)
    this.#held = this.#held.filter((one) => !leaving.has(one))
    const sent = new Set<Queued>()
    for (const one of chosen) {
      this.#ready.push(sent.has(one) ? this.#copyOf(one) : one)
      sent.add(one)
    }
    this.#pump()
    await this.settled()
  }

  /** Loses what is held and chosen, for good. */
  drop(choose: (one: HeldDelivery) => boolean = () => true): void {
    const lost = this.#held.filter((one) => choose(shown(one)))
    this.#held = this.#held.filter((one) => !lost.includes(one))
    for (const one of lost) one.ledger.tables.deliveries.delete(one.delivery.id)
    this.#deps.onChange()
  }

  /** Holds a second copy of everything held. */
  double(): void {
    this.#held = this.#held.flatMap((one) => [one, this.#copyOf(one)])
  }

  /** `random` gives numbers from 0 to below 1. */
  shuffle(random: () => number): void {
    this.#held = this.#held
      .map((one) => ({ one, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one)
  }

  /** Delivers an event again, held or not. */
  async redeliver(eventId: string): Promise<void> {
    const found = Object.values(this.#deps.ledgers).flatMap((ledger) => {
      const event = ledger.tables.events.find(eventId)
      return event ? [this.#copyOf({ ledger, event })] : []
    })
    if (found.length === 0) throw new Error(`There is no event ${eventId} to deliver.`)
    this.#ready.push(...found)
    this.#pump()
    await this.settled()
  }

  attempts(): readonly DeliveryAttempt[] {
    return this.#attempts
  }

  /** Resolves when nothing is in flight or waits for a retry; held deliveries do not count. */
  settled(): Promise<void> {
    if (this.#isSettled()) return Promise.resolve()
    return new Promise((resolve) => {
      this.#settledWaiters.push(resolve)
    })
  }

  /** Ends every attempt and timer; what was not delivered stays in the ledger. */
  close(): void {
    this.#closing.abort()
    for (const timer of this.#sleeping.keys()) clearTimeout(timer)
    this.#sleeping.clear()
    this.#ready = []
    this.#notifySettled()
  }

  #enqueue(one: Queued): void {
    if (this.#holding) {
      this.#held.push(one)
      return
    }
    this.#ready.push(one)
    this.#pump()
  }

  #copyOf({ ledger, event }: Omit<Queued, 'delivery'>): Queued {
    const delivery = { id: providerId('whd'), eventId: event.id, attempts: 0 }
    return { ledger, event, delivery: ledger.tables.deliveries.put(delivery) }
  }

  #pump(): void {
    while (this.#sending < mostAtOnce) {
      const one = this.#ready.shift()
      if (!one) break
      this.#sending += 1
      void this.#attempt(one).finally(() => {
        this.#sending -= 1
        this.#pump()
      })
    }
    if (this.#isSettled()) this.#notifySettled()
  }

  async #attempt(one: Queued): Promise<void> {
    const { ledger, event, delivery } = one
    const target = this.#deps.targetOf(ledger.mode)
    const how = { timeoutMs: this.#deps.timeoutMs, signal: this.#closing.signal }
    const status = target && (await sendWebhook(target, event, how))
    if (this.#closing.signal.aborted) return
    delivery.attempts += 1
    this.#attempts.push({ ...shown(one), attempt: delivery.attempts, status })
    if (this.#attempts.length > mostAttempts) this.#attempts.shift()
    const waitMs = this.#deps.retryDelaysMs[delivery.attempts - 1]
    const delivered = status !== null && status >= 200 && status < 300
    if (delivered || waitMs === undefined) this.#finish(one, delivered)
    else this.#sleep(one, waitMs)
    this.#deps.onChange()
  }

  #finish({ ledger, event, delivery }: Queued, delivered: boolean): void {
    ledger.tables.deliveries.delete(delivery.id)
    if (delivered) event.pending_webhooks = 0
  }

  #sleep(one: Queued, waitMs: number): void {
    const timer = setTimeout(() => {
      this.#sleeping.delete(timer)
      this.#ready.push(one)
      this.#pump()
    }, waitMs)
    timer.unref()
    this.#sleeping.set(timer, one)
  }

  #isSettled(): boolean {
    return this.#sending === 0 && this.#ready.length === 0 && this.#sleeping.size === 0
  }

  #notifySettled(): void {
    const waiters = this.#settledWaiters
    this.#settledWaiters = []
    for (const resolve of waiters) resolve()
  }
}

function shown({ ledger, event, delivery }: Queued): HeldDelivery {
  return { id: delivery.id, eventId: event.id, type: event.type, mode: ledger.mode }
}
