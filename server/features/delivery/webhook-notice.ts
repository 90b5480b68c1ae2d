import { watchUrl } from '#contract/page-paths.ts'
import type { Duty } from '#server/clock.ts'
import type { Mail, Mailer } from '#server/mail-ports.ts'
import type { DeliveryStore } from './delivery-store.ts'

type NoticeContent = {
  paragraphs: readonly string[]
  action: { label: string; link: string }
  ending: string
}

export type TellOwners = {
  deliveries: DeliveryStore
  mailer: Mailer
  layoutMail: (to: string, subject: string, content: NoticeContent) => Mail
  publicUrl: string
}

const reasons = {
  gone: 'Its receiver answered that it is permanently gone (status 410).',
  failed: 'Its receiver did not accept a post in ten attempts over three days.',
}

/** Mails the owner of a webhook that it was switched off. */
export async function tellOwner(deps: TellOwners, webhookId: string): Promise<void> {
  const { deliveries, mailer, layoutMail, publicUrl } = deps
  const untold = await deliveries.findUntold(webhookId)
  if (untold === null) return
  const { email, name, watchId, because } = untold
  const mail = layoutMail(email, `A webhook of your watch ${name} was switched off`, {
    paragraphs: [
      reasons[because],
      'Nothing is lost: the posts are in the watch, and are sent when you switch the webhook on again.',
    ],
    action: { label: 'Open the watch', link: watchUrl(publicUrl, watchId) },
    ending: 'You get this mail because a webhook of your account was switched off.',
  })
  await mailer.send(mail)
  await deliveries.noteTold(webhookId)
}

/** Mails about webhooks that were switched off. */
export const webhookNoticeDuty = (deps: TellOwners): Duty => ({
  name: 'webhook-notice',
  title: 'mails about webhooks',
  atOnce: 1,
  listDue: async () => (await deps.deliveries.listUntold()).map((id) => ({ key: id, data: { id } })),
  run: (data) => tellOwner(deps, (data as { id: string }).id),
})
