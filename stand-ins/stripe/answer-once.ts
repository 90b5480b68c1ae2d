import { createHash } from 'node:crypto'
import type { ApiRequest, Trouble } from './api-troubles.ts'
import type { KeptReply, Ledger, PaymentMode } from './ledger.ts'
import { badRequest, envelope, idempotencyKeyInUse, idempotencyMismatch } from './refusal.ts'

type AnswerDeps = {
  ledgers: Record<PaymentMode, Ledger>
  save: () => Promise<void>
  running: Set<string>
}
type Answer = { status: number; body: string; replayed?: boolean }

const dayS = 24 * 60 * 60

/** Does the work once per idempotency key; later requests get the first reply. */
export async function answerOnce(
  deps: AnswerDeps,
  request: { asked: ApiRequest; body: unknown; trouble: Trouble | null },
  work: () => object,
): Promise<Answer> {
  const { asked, trouble } = request
  const { mode } = asked
  const key = asked.idempotencyKey
  if (key === null) return doWork(deps, work, { trouble, keep: () => {} })
  if (key.length > 255) throw badRequest('Idempotency keys have at most 255 characters.')
  const ledger = deps.ledgers[mode]
  const fingerprint = createHash('sha256')
    .update(`${asked.method} ${asked.path}\n${typeof request.body === 'string' ? request.body : ''}`)
    .digest('hex')
  const kept = ledger.tables.replies.find(key)
  if (kept && kept.keptAt > ledger.now() - dayS) {
    if (kept.fingerprint !== fingerprint) throw idempotencyMismatch(key)
    return { status: kept.status, body: kept.body, replayed: true }
  }
  if (deps.running.has(`${mode} ${key}`)) throw idempotencyKeyInUse(key)
  deps.running.add(`${mode} ${key}`)
  const keep = (answer: Answer) => {
    const { status, body } = answer
    ledger.tables.replies.delete(key)
    ledger.tables.replies.put({
      id: key,
      fingerprint,
      status,
      body,
      keptAt: ledger.now(),
    } satisfies KeptReply)
  }
  try {
    return await doWork(deps, work, { trouble, keep })
  } finally {
    deps.running.delete(`${mode} ${key}`)
  }
}

/** The reply is kept with the change it tells of, and leaves only after both are written. */
async function doWork(
  deps: AnswerDeps,
  work: () => object,
  { trouble, keep }: { trouble: Trouble | null; keep: (answer: Answer) => void },
): Promise<Answer> {
  if (typeof trouble?.answer === 'number') {
    const answer = failing(trouble.answer)
    if (trouble.kept) keep(answer)
    return answer
  }
  // What it refuses is thrown, and not kept.
  const answer = { status: 200, body: JSON.stringify(work(), null, 2) }
  keep(answer)
  await deps.save()
  return answer
}

function failing(status: 429 | 500 | 503): Answer {
  const body =
    status === 429
      ? {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message: 'Too many requests hit the API too quickly.',
        }
      : { type: 'api_error', message: 'An unknown error occurred.' }
  return { status, body: envelope(body) }
}
