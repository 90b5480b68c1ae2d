import { limits } from '#contract/limits.ts'
import { pageUrl } from '#contract/page-paths.ts'
import { type Clock, type Duty, dayMs } from '#server/clock.ts'
import type { Mail, Mailer } from '#server/mail-ports.ts'
import type { ApiKeyStore } from './api-key-store.ts'

type NoticeContent = {
  paragraphs: readonly string[]
  action: { label: string; link: string }
  ending: string
}

export type NoticeKeys = {
  keys: Pick<ApiKeyStore, 'findUnnoticed' | 'listUnnoticed' | 'noteNoticed'>
  mailer: Mailer
  layoutMail: (to: string, subject: string, content: NoticeContent) => Mail
  publicUrl: string
  clock: Clock
}

/** Mails the owner of a key that it expires soon. */
async function noticeKey(deps: NoticeKeys, id: string): Promise<void> {
  const key = await deps.keys.findUnnoticed(id)
  if (key === null) return
  const day = key.expiresAt.toISOString().slice(0, 10)
  const mail = deps.layoutMail(key.email, `Your API key ${key.name} ends on ${day}`, {
    paragraphs: [
      `From ${day} on, programs that use it are refused.`,
      'A key cannot be extended: make a new one, give it to the program, and revoke this one.',
    ],
    action: { label: 'Open your keys', link: pageUrl(deps.publicUrl, '/profile#api-keys') },
    ending: 'You get this mail because a key of your account is about to end.',
  })
  await deps.mailer.send(mail)
  await deps.keys.noteNoticed(id, deps.clock())
}

/** Mails the owner a week before a key expires. */
export const keyNoticeDuty = (deps: NoticeKeys): Duty => ({
  name: 'key-notice',
  title: 'mails about API keys',
  atOnce: 1,
  listDue: async () => {
    const now = deps.clock()
    const until = new Date(now.getTime() + limits.apiKeyDays.noticed * dayMs)
    return (await deps.keys.listUnnoticed(now, until)).map((id) => ({ key: id, data: { id } }))
  },
  run: (data) => noticeKey(deps, (data as { id: string }).id),
})
