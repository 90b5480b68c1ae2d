import { createHmac } from 'node:crypto'
import type { Delivery, EventObject, Ledger, Ledgers, PaymentMode } from './ledger.ts'
import { providerId } from './wire.ts'

export type QueuedDelivery = { ledger: Ledger; event: EventObject; delivery: Delivery }

export type DeliveryDeps = {
  ledgers: Ledgers
  targetOf: (mode: PaymentMode) => WebhookTarget | null
  /** Delays before each retry. After the last retry, the provider gives up. */
  retryDelaysMs: readonly number[]
  timeoutMs: number
  onChange: () => void
}

const mostAtOnce = 8

/** Delivers events to their target: at once, several in parallel, with retries. */
export class WebhookDeliveries {
  protected readonly deps: DeliveryDeps
  #ready: QueuedDelivery[] = []
  #sending = 0
  readonly #resumed = new Set<PaymentMode>()
  readonly #sleeping = new Set<NodeJS.Timeout>()
  readonly #closing = new AbortController()

  constructor(deps: DeliveryDeps) {
    this.deps = deps
  }

  /** Queues a new event. It is not delivered if its mode has no target. */
  add(ledger: Ledger, event: EventObject): void {
    if (this.deps.targetOf(ledger.mode)) this.enqueue(this.copyOf({ ledger, event }))
    else event.pending_webhooks = 0
  }

  /** Once a target is known, delivers the events that an earlier run could not deliver. */
  resume(ledger: Ledger): void {
    if (this.#resumed.has(ledger.mode) || !this.deps.targetOf(ledger.mode)) return
    this.#resumed.add(ledger.mode)
    for (const delivery of ledger.tables.deliveries.all()) {
      const event = ledger.tables.events.find(delivery.eventId)
      if (event) this.enqueue({ ledger, event, delivery })
      else ledger.tables.deliveries.delete(delivery.id)
    }
  }

  /** Ends every attempt and timer; undelivered events stay in the ledger. */
  close(): void {
    this.#closing.abort()
    for (const timer of this.#sleeping) clearTimeout(timer)
    this.#sleeping.clear()
    this.#ready = []
  }

  protected enqueue(one: QueuedDelivery): void {
    this.#ready.push(one)
    this.#pump()
  }

  protected copyOf({ ledger, event }: Omit<QueuedDelivery, 'delivery'>): QueuedDelivery {
    const delivery = { id: providerId('whd'), eventId: event.id, attempts: 0 }
    return { ledger, event, delivery: ledger.tables.deliveries.put(delivery) }
  }

  /** Whether no delivery is running or waiting for a retry. */
  protected isSettled(): boolean {
    return this.#sending === 0 && this.#ready.length === 0 && this.#sleeping.size === 0
  }

  protected onSettled(): void {}

  /** `status` is null if there was no response. */
  protected attempted({ ledger, event, delivery }: QueuedDelivery, status: number | null): void {
    delivery.attempts += 1
    const waitMs = this.deps.retryDelaysMs[delivery.attempts - 1]
    const delivered = status !== null && status >= 200 && status < 300
    if (delivered) event.pending_webhooks = 0
    if (delivered || waitMs === undefined) ledger.tables.deliveries.delete(delivery.id)
    else this.#sleep({ ledger, event, delivery }, waitMs)
    this.deps.onChange()
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
    if (this.isSettled()) this.onSettled()
  }

  async #attempt(one: QueuedDelivery): Promise<void> {
    const target = this.deps.targetOf(one.ledger.mode)
    const how = { timeoutMs: this.deps.timeoutMs, signal: this.#closing.signal }
    const status = target && (await sendWebhook(target, one.event, how))
    if (!this.#closing.signal.aborted) this.attempted(one, status)
  }

  #sleep(one: QueuedDelivery, waitMs: number): void {
    const timer = setTimeout(() => {
      this.#sleeping.delete(timer)
      this.#ready.push(one)
      this.#pump()
    }, waitMs)
    timer.unref()
    this.#sleeping.add(timer)
  }
}

export type WebhookTarget = { url: string; secret: string }

/** Posts an event as the provider does. Returns the status, or null after a timeout. */
async function sendWebhook(
  target: WebhookTarget,
  event: EventObject,
  how: { timeoutMs: number; signal: AbortSignal },
): Promise<number | null> {
  // Pretty-printed like the provider's bodies, so that the signature breaks if code re-serialises a body.
  const body = JSON.stringify(event, null, 2)
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(how.timeoutMs), how.signal]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureOf(body, target.secret),
      },
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}

function signatureOf(body: string, secret: string): string {
  const stamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')
  return `t=${stamp},v1=${signature}`
}

/** Webhooks of the stand-in stay on this machine. */
export function requireLoopback(target: WebhookTarget): WebhookTarget {
  const url = URL.parse(target.url)
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (!isHere)
    throw new Error(`The payment stand-in sends webhooks to this machine only, not to ${target.url}.`)
  return target
}
