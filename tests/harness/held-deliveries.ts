import type { EventObject, Ledger, PaymentMode } from '#stand-ins/stripe/ledger.ts'
import { type QueuedDelivery, WebhookDeliveries } from '#stand-ins/stripe/webhook-deliveries.ts'

type HeldDelivery = { id: string; eventId: string; type: string; mode: PaymentMode }
/** An attempt to deliver an event; `status` is null if there was no response. */
type DeliveryAttempt = HeldDelivery & { attempt: number; status: number | null }

/** A stand-in's webhooks, sent at once or held. A held webhook is only sent by `release` or `releaseSome`. */
export class HeldDeliveries extends WebhookDeliveries {
  #holding = false
  #held: QueuedDelivery[] = []
  readonly #attempts: DeliveryAttempt[] = []
  #settledWaiters: (() => void)[] = []

  hold(): void {
    this.#holding = true
  }

  held(): HeldDelivery[] {
    return this.#held.map(shown)
  }

  /** Ends the hold and delivers everything held, in order. */
  release(): Promise<void> {
    this.#holding = false
    return this.releaseSome((held) => held)
  }

  /**
   * Delivers exactly these, in this order. A delivery that is listed twice is sent twice. Others stay held.
   */
  async releaseSome(choose: (held: HeldDelivery[]) => HeldDelivery[]): Promise<void> {
    const byId = new Map(this.#held.map((one) => [one.delivery.id, one]))
    const chosen = choose(this.held()).flatMap((one) => byId.get(one.id) ?? [])
    const leaving = new Set(chosen)
    this.#held = this.#held.filter((one) => !leaving.has(one))
    const sent = new Set<QueuedDelivery>()
    for (const one of chosen) {
      super.enqueue(sent.has(one) ? this.copyOf(one) : one)
      sent.add(one)
    }
    await this.settled()
  }

  /** Drops selected held deliveries. */
  drop(choose: (one: HeldDelivery) => boolean = () => true): void {
    const lost = this.#held.filter((one) => choose(shown(one)))
    this.#held = this.#held.filter((one) => !lost.includes(one))
    for (const one of lost) one.ledger.tables.deliveries.delete(one.delivery.id)
    this.deps.onChange()
  }

  /** Adds a second copy of everything held. */
  double(): void {
    this.#held = this.#held.flatMap((one) => [one, this.copyOf(one)])
  }

  /** `random` returns numbers from 0 to below 1. */
  shuffle(random: () => number): void {
    this.#held = this.#held
      .map((one) => ({ one, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one)
  }

  /** Delivers an event again, held or not. */
  async redeliver(eventId: string): Promise<void> {
    const found = Object.values(this.deps.ledgers).flatMap((ledger: Ledger) => {
      const event: EventObject | null = ledger.tables.events.find(eventId)
      return event ? [this.copyOf({ ledger, event })] : []
    })
    if (found.length === 0) throw new Error(`There is no event ${eventId} to deliver.`)
    for (const one of found) super.enqueue(one)
    await this.settled()
  }

  attempts(): readonly DeliveryAttempt[] {
    return this.#attempts
  }

  /** Resolves when nothing is in flight or waiting for a retry; held deliveries do not count. */
  settled(): Promise<void> {
    if (this.isSettled()) return Promise.resolve()
    return new Promise((resolve) => {
      this.#settledWaiters.push(resolve)
    })
  }

  override close(): void {
    super.close()
    this.onSettled()
  }

  protected override enqueue(one: QueuedDelivery): void {
    if (this.#holding) this.#held.push(one)
    else super.enqueue(one)
  }

  protected override attempted(one: QueuedDelivery, status: number | null): void {
    super.attempted(one, status)
    this.#attempts.push({ ...shown(one), attempt: one.delivery.attempts, status })
  }

  protected override onSettled(): void {
    const waiters = this.#settledWaiters
    this.#settledWaiters = []
    for (const resolve of waiters) resolve()
  }
}

function shown({ ledger, event, delivery }: QueuedDelivery): HeldDelivery {
  return { id: delivery.id, eventId: event.id, type: event.type, mode: ledger.mode }
}
