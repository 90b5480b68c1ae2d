import type { FastifyInstance } from 'fastify'
import { dayMs } from '#server/clock.ts'
import { makeToken } from '#server/database/secret-token.ts'
import { layoutMail } from '#server/features/accounts/mail-layout.ts'
import { makeDigestSettingStore } from '#server/features/delivery/digest-setting-store.ts'
import { makeDigestStore } from '#server/features/delivery/digest-store.ts'
import { addDigestRoutes, addUnsubscribeRoutes } from '#server/features/delivery/digests-routes.ts'
import { digestDuty } from '#server/features/delivery/send-digests.ts'
import type { PostReader } from '#server/source-ports.ts'
import { wireMailer } from './wire-accounts.ts'
import { deliveredRows } from './wire-own.ts'
import type { Wired } from './wired.ts'

/** Sends the digests and handles the links in the mails. */
const storedDays = { digests: 30, tokens: 400 }

export type Digests = ReturnType<typeof wireDigests>

/** Digests of watches by mail. */
export function wireDigests(wired: Wired, archive: PostReader) {
  const { config, database, clock, publicUrl, jobs } = wired
  const settings = makeDigestSettingStore(database.db)
  const hasMailServer = config.smtpServer !== null
  const managing = { settings, clock, isOn: config.delivery.digests, hasMailServer, wake: jobs.wake }
  let timer: NodeJS.Timeout | undefined
  const sending = {
    digests: makeDigestStore(database.db),
    archive,
    listDeliveredRows: deliveredRows(database.db),
    mailer: wireMailer(wired),
    layoutMail,
    publicUrl,
    makeToken,
    clock,
    wakeAfter: (delayMs: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => jobs.wake(), delayMs).unref()
    },
  }
  return {
    addRoutes: (app: FastifyInstance) => addDigestRoutes(app, managing),
    addOpenRoutes: (app: FastifyInstance) => addUnsubscribeRoutes(app, { settings, publicUrl }),
    duties: config.delivery.digests && hasMailServer ? [digestDuty(sending)] : [],
    clean: () => {
      const daysAgo = (days: number) => new Date(clock().getTime() - days * dayMs)
      return settings.deleteOld({
        dueBefore: daysAgo(storedDays.digests),
        tokensBefore: daysAgo(storedDays.tokens),
      })
    },
  }
}
