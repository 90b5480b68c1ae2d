import type { Clock, Duty } from '#server/clock.ts'
import { MailError, type Mailer, MailPutOff, MailRefused, RecipientRefused } from '#server/mail-ports.ts'
import type { ListDeliveredRows, PostReader } from '#server/source-ports.ts'
import { type ComposeDigest, composeDigest } from './compose-digest.ts'
import { nextDigest, nextTry } from './digest-rules.ts'
import type { DigestOutcome, DigestPost, DigestStore, WaitingDigest } from './digest-store.ts'

export type SendDigests = ComposeDigest & {
  digests: DigestStore
  archive: Pick<PostReader, 'listPosts'>
  listDeliveredRows: ListDeliveredRows
  mailer: Mailer
  makeToken: () => string
  clock: Clock
  /** The delay until the next look for due digests. */
  wakeAfter: (delayMs: number) => void
}

/** The number of people per batch. */
const batch = 100
/** The number of mails sent at a time. Each mail needs a database connection. */
const atOnce = 2
/** After this many failures in a row, the other mails wait for the next run. */
const mostFailures = 3

/** The number of failures in a row. All mails of a run share this counter. */
type Trouble = { failures: number }

async function hand({ mailer, clock }: SendDigests, mail: Parameters<Mailer['send']>[0], tries: number) {
  try {
    await mailer.send(mail)
    return { outcome: { state: 'sent' } satisfies DigestOutcome, isServerDown: false }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    if (error instanceof RecipientRefused)
      return { outcome: { state: 'bounced' } satisfies DigestOutcome, isServerDown: false }
    const later: DigestOutcome = { state: 'later', nextTryAt: nextTry(tries + 1, clock()) }
    return { outcome: later, isServerDown: !(error instanceof MailPutOff || error instanceof MailRefused) }
  }
}

/** The posts that are still stored and the own rows that may be sent, in the order of the digest. */
async function readNews({ archive, listDeliveredRows }: SendDigests, best: readonly DigestPost[]) {
  const posts = await archive.listPosts(best.flatMap(({ archiveId }) => archiveId ?? []))
  const byId = new Map(posts.map((post) => [post.archiveId, post]))
  const own = best.filter(({ ownRowId }) => ownRowId !== null)
  const rows = await listDeliveredRows(
    own.map(({ watchId }) => watchId),
    own.flatMap(({ ownRowId }) => ownRowId ?? []),
  )
  return best.flatMap((listed) => {
    const post = listed.archiveId === null ? rows.get(listed.ownRowId ?? 0) : byId.get(listed.archiveId)
    return post === undefined ? [] : [{ post, listed }]
  })
}

type Sending = { waiting: WaitingDigest; token: string; trouble: Trouble }

/** Returns false if another process is sending this digest, or if it was withdrawn. */
async function sendDigest(deps: SendDigests, { waiting, token, trouble }: Sending): Promise<boolean> {
  const { digests, clock } = deps
  const { userId, dueAt, tries } = waiting
  const key = { userId, dueAt }
  const content = await digests.findContent(key)
  if (content === null) return false
  const posts = await readNews(deps, content.best)
  const outcome = await digests.sendOnce({ key, position: content.position, now: clock() }, async () => {
    if (posts.length === 0) return { state: 'empty' }
    const mail = composeDigest(deps, { key, content, posts, token })
    const { outcome, isServerDown } = await hand(deps, mail, tries)
    trouble.failures = isServerDown ? trouble.failures + 1 : 0
    return outcome
  })
  return outcome !== null
}

/** Sends these digests, a few at a time. Returns how many digests were finished or postponed. */
async function sendBatch(
  deps: SendDigests,
  waiting: readonly WaitingDigest[],
  { trouble, signal }: { trouble: Trouble; signal: AbortSignal },
): Promise<number> {
  const withTokens = waiting.map((one) => ({ waiting: one, token: deps.makeToken(), trouble }))
  await deps.digests.saveTokens(
    withTokens.map(({ waiting: { userId }, token }) => ({ userId, token })),
    deps.clock(),
  )
  let done = 0
  const errors: unknown[] = []
  const work = async () => {
    for (;;) {
      const next = signal.aborted || trouble.failures >= mostFailures ? undefined : withTokens.shift()
      if (next === undefined) return
      try {
        if (await sendDigest(deps, next)) done += 1
      } catch (error) {
        errors.push(error)
        // Postpones a digest that fails, so that it does not delay all others.
        await deps.digests.putOff(next.waiting, nextTry(next.waiting.tries + 1, deps.clock()))
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (errors.length > 0) throw errors[0]
  return done
}

/** Creates the digests that are due and sends the pending ones. */
export async function sendDigests(deps: SendDigests, signal: AbortSignal): Promise<void> {
  const { digests, clock } = deps
  const now = clock()
  const making = { most: batch, nextOf: (time: Parameters<typeof nextDigest>[0]) => nextDigest(time, now) }
  while (!signal.aborted && (await digests.makeDigests(now, making)) > 0);
  const trouble = { failures: 0 }
  while (!signal.aborted) {
    const waiting = await digests.listWaiting(clock(), batch)
    if (waiting.length === 0) return
    if ((await sendBatch(deps, waiting, { trouble, signal })) === 0 || trouble.failures >= mostFailures)
      return
  }
}

/** The longest pause between two looks for due digests. */
const soonMs = 300_000

/** The job that mails digests. It runs in one instance at a time. */
export function digestDuty(deps: SendDigests): Duty {
  return {
    name: 'digests',
    title: 'digests by mail',
    atOnce: 1,
    listDue: async () => {
      const nextAt = await deps.digests.findNextAt()
      if (nextAt === null) return []
      const delayMs = nextAt.getTime() - deps.clock().getTime()
      if (delayMs <= 0) return [{ key: 'digests', data: {} }]
      if (delayMs < soonMs) deps.wakeAfter(delayMs)
      return []
    },
    run: (_, signal) => sendDigests(deps, signal),
  }
}
