import { createHash } from 'node:crypto'
import { badRequest, idempotencyKeyInUse, idempotencyMismatch } from './api-error.ts'
import type { Ledgers, PaymentMode } from './ledger.ts'

/** `status` is null until a reply is sent. */
export type ApiRequest = {
  mode: PaymentMode
  method: string
  path: string
  idempotencyKey: string | null
  status: number | null
}

/** A simulated failure for tests: before the work, or after the work, so that only the reply is lost. */
export type Fault = {
  answer?: Answer | 'close_before_work' | 'close_after_work'
  /** The provider stores a 500 under its idempotency key and replays it. */
  stored?: boolean
}

type AnswerDeps = {
  ledgers: Ledgers
  save: () => Promise<void>
  running: Set<string>
}
type Answer = { status: number; body: string; replayed?: boolean }

const dayS = 24 * 60 * 60

/** Does the work once per idempotency key; later requests get the first reply. */
export async function answerIdempotently(
  deps: AnswerDeps,
  request: { asked: ApiRequest; body: unknown; fault: Fault | null },
  work: () => object,
): Promise<Answer> {
  const { asked, fault } = request
  const { mode } = asked
  const key = asked.idempotencyKey
  if (key === null) return doWork(deps, work, { fault, store: () => {} })
  if (key.length > 255) throw badRequest('Idempotency keys have at most 255 characters.')
  const ledger = deps.ledgers[mode]
  const fingerprint = createHash('sha256')
    .update(`${asked.method} ${asked.path}\n${typeof request.body === 'string' ? request.body : ''}`)
    .digest('hex')
  const stored = ledger.tables.replies.find(key)
  if (stored && stored.keptAt > ledger.now() - dayS) {
    if (stored.fingerprint !== fingerprint) throw idempotencyMismatch(key)
    return { status: stored.status, body: stored.body, replayed: true }
  }
  if (deps.running.has(`${mode} ${key}`)) throw idempotencyKeyInUse(key)
  deps.running.add(`${mode} ${key}`)
  const store = (answer: Answer) => {
    const { status, body } = answer
    ledger.tables.replies.delete(key)
    ledger.tables.replies.put({ id: key, fingerprint, status, body, keptAt: ledger.now() })
  }
  try {
    return await doWork(deps, work, { fault, store })
  } finally {
    deps.running.delete(`${mode} ${key}`)
  }
}

/** The reply is stored together with its change, and sent only after both are written. */
async function doWork(
  deps: AnswerDeps,
  work: () => object,
  { fault, store }: { fault: Fault | null; store: (answer: Answer) => void },
): Promise<Answer> {
  if (typeof fault?.answer === 'object') {
    if (fault.stored) store(fault.answer)
    return fault.answer
  }
  // Refused requests throw and are not stored.
  const answer = { status: 200, body: JSON.stringify(work(), null, 2) }
  store(answer)
  await deps.save()
  return answer
}
