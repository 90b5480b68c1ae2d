import { and, eq, lt } from 'drizzle-orm'
import type { PaymentMode } from '#contract/billing.ts'
import { stripeEvents } from '#server/database/billing-schema.ts'
import type { Database } from '#server/database/open-database.ts'

type SeenEvent = { mode: PaymentMode; id: string; type: string; at: Date }

const isEvent = (mode: PaymentMode, id: string) =>
  and(eq(stripeEvents.mode, mode), eq(stripeEvents.eventId, id))

export function makePaymentEventStore(db: Database) {
  return {
    /** Notes an event once. True while its work is not done, however often it came. */
    async noteEvent({ mode, id, type, at }: SeenEvent): Promise<boolean> {
      const seen = { mode, eventId: id, type, seenAt: at }
      const { rowCount } = await db.insert(stripeEvents).values(seen).onConflictDoNothing()
      if (rowCount === 1) return true
      const [known] = await db
        .select({ doneAt: stripeEvents.doneAt })
        .from(stripeEvents)
        .where(isEvent(mode, id))
      return known?.doneAt == null
    },

    async finishEvent(mode: PaymentMode, id: string, at: Date): Promise<void> {
      await db.update(stripeEvents).set({ doneAt: at }).where(isEvent(mode, id))
    },

    async deleteEventsBefore(time: Date): Promise<void> {
      await db.delete(stripeEvents).where(lt(stripeEvents.seenAt, time))
    },
  }
}
