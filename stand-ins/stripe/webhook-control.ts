import type { PaymentMode } from './ledger.ts'

/** A delivery that is held, as a test sees it. */
export type HeldDelivery = { id: string; eventId: string; type: string; mode: PaymentMode }
/** One try to deliver an event; `status` is null when no answer came. */
export type DeliveryAttempt = HeldDelivery & { attempt: number; status: number | null }

/** Control over webhooks, for tests. What is held leaves only by `release` or `releaseSome`. */
export type WebhookControl = {
  hold(): void
  held(): HeldDelivery[]
  /** Ends the hold and delivers everything held, in the order held. */
  release(): Promise<void>
  /** Delivers exactly these, in this order; a delivery named twice is sent twice. The hold goes on. */
  releaseSome(choose: (held: HeldDelivery[]) => HeldDelivery[]): Promise<void>
  /** Loses what is held and chosen, for good. */
  drop(choose?: (one: HeldDelivery) => boolean): void
  /** Holds a second copy of everything held. */
  double(): void
  /** Reorders what is held; `random` gives numbers from 0 to below 1. */
  shuffle(random: () => number): void
  /** Delivers an event again, held or not. */
  redeliver(eventId: string): Promise<void>
  attempts(): readonly DeliveryAttempt[]
  /** Resolves when nothing is under way or waits for a retry; held deliveries do not count. */
  settled(): Promise<void>
}
