import { type CallBudget, SourceError } from '#server/source-ports.ts'
import type { GuardedFetch } from '../guarded-fetch/guarded-fetch.ts'
import { type ReplyReading, readRateLimit, readReply } from './read-reply.ts'
import type { SourceCircuit } from './source-circuit.ts'
import { type Deadline, type SourceClock, untilAborted } from './source-clock.ts'
import {
  callFailure,
  MalformedSourceReply,
  SourceBusy,
  SourceRefused,
  SourceUnreachable,
} from './source-failure.ts'

const mostTries = 3
/** The number of smaller requests after timeouts. */
const mostSlowTries = 5
/** The timeout of one attempt, so that a response that hangs leaves time for a retry. */
const tryMs = 15_000

export type SourceRequest = Pick<ReplyReading, 'readGood'> & {
  url: string
  query?: Readonly<Record<string, string>>
  /** Makes the request smaller after this many timeouts. Each size gets attempts of its own. */
  whenSlow?: (tries: number) => Readonly<Record<string, string>>
  form?: URLSearchParams
  headers?: Readonly<Record<string, string>>
  /** Called before each attempt. `again` is true after a 401. */
  authorize?: (again: boolean) => Promise<Record<string, string>>
}

export type SourceHttpDeps = Pick<ReplyReading, 'isTemporary'> & {
  userAgent: string
  budget: CallBudget
  circuit: SourceCircuit
  sourceClock: SourceClock
  /** Whether a delayed call waits for its turn if there is enough time; true by default. */
  waitsWhenBusy?: boolean
  /** The guarded `fetch`, for URLs that people entered. */
  fetch?: GuardedFetch
}

export type SourceHttpClient = ReturnType<typeof sourceHttpClient>

/** The delay before a retry, or null if there is no retry. */
function waitBeforeRetry(failure: SourceError, tries: number, random: number): number | null {
  if (failure instanceof SourceBusy) return failure.waitMs + random * 1000
  const retryable = failure instanceof SourceUnreachable || failure instanceof MalformedSourceReply
  return retryable ? (tries - 1 + random) * 2000 : null
}

/** Whether the failure is caused by the source and not by the request or the caller. */
function isOutage(failure: SourceError): boolean {
  if (failure instanceof SourceBusy) return failure.theirs
  if (failure instanceof SourceRefused) return failure.status === 401
  const cancelled = failure.cause instanceof DOMException && failure.cause.name === 'AbortError'
  return !cancelled
}

/** Rejects if the caller stops waiting in the meantime. */
async function within<T>({ signal }: Deadline, work: Promise<T>): Promise<T> {
  try {
    return await untilAborted(work, signal)
  } catch (error) {
    throw signal.aborted ? callFailure(error) : error
  }
}

const waitFor = (ms: number, sourceClock: SourceClock, deadline: Deadline) =>
  within(deadline, sourceClock.pause(ms, deadline.signal))

/** Called before the budget is used, so that a refused address uses up no call. */
async function requireAllowed({ fetch }: SourceHttpDeps, { url }: SourceRequest, { signal }: Deadline) {
  try {
    await fetch?.requireAllowed(url, signal)
  } catch (error) {
    throw callFailure(error)
  }
}

/** Waits until the budget permits a call. Throws if there is not enough time. */
async function takeCall({ budget, sourceClock }: SourceHttpDeps, deadline: Deadline): Promise<void> {
  for (;;) {
    const waitMs = await within(deadline, budget.take())
    if (waitMs === 0) return
    if (waitMs >= deadline.leftMs()) {
      const seconds = Math.ceil(waitMs / 1000)
      throw new SourceBusy(`has reached its call limit; more calls in ${seconds} s`, waitMs, false)
    }
    // Random jitter, so that waiting callers do not retry at the same time.
    await waitFor(waitMs + sourceClock.random() * 100, sourceClock, deadline)
  }
}

async function tryOnce(parts: SourceHttpDeps, request: SourceRequest, deadline: Deadline) {
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(tryMs, deadline.leftMs()))))
  const query = request.query === undefined ? '' : `?${new URLSearchParams(request.query).toString()}`
  const options = {
    headers: { accept: 'application/json', 'user-agent': parts.userAgent, ...request.headers },
    signal: AbortSignal.any([deadline.signal, timeout]),
  }
  const address = `${request.url}${query}`
  const form = request.form && { method: 'POST', body: request.form }
  const response =
    parts.fetch === undefined
      ? await fetch(address, { ...options, ...form, redirect: 'manual' })
      : await parts.fetch(address, options)
  const rateLimit = readRateLimit(response.headers, Date.now())
  if (rateLimit !== null) await parts.budget.learn(rateLimit.callsLeft, rateLimit.renewedInMs)
  return readReply(response, { ...parts, ...request })
}

/**
 * Calls a source within its budget and circuit breaker, with at most three attempts and a timeout. Failures
 * of the source are thrown as `SourceError`s.
 */
export function sourceHttpClient(parts: SourceHttpDeps) {
  const { budget, circuit, sourceClock } = parts

  /** The same request, or a smaller one after timeouts. */
  function lessOf(request: SourceRequest, slow: number): SourceRequest {
    if (slow === 0 || request.whenSlow === undefined) return request
    return { ...request, query: { ...request.query, ...request.whenSlow(slow) } }
  }

  async function attempt(request: SourceRequest, deadline: Deadline): Promise<unknown> {
    await requireAllowed(parts, request, deadline)
    await takeCall(parts, deadline)
    try {
      return await tryOnce(parts, request, deadline)
    } catch (error) {
      const failure = callFailure(error)
      if (failure instanceof SourceBusy) await budget.pause(failure.waitMs)
      throw failure
    }
  }

  function informCircuit(failure: SourceError): void {
    if (isOutage(failure)) circuit.failed(failure.message)
    else if (failure instanceof SourceRefused) circuit.succeeded()
  }

  return {
    /** Returns the response as JSON, unless the request has its own reader. */
    async ask(request: SourceRequest, deadline: Deadline): Promise<unknown> {
      circuit.check()
      let refreshed = false
      const authorize = (again: boolean) =>
        within(deadline, request.authorize?.(again) ?? Promise.resolve({}))
      let own = await authorize(false)
      let slow = 0
      for (let tries = 1; ; tries += 1) {
        try {
          const asked = { ...lessOf(request, slow), headers: { ...request.headers, ...own } }
          const answer = await attempt(asked, deadline)
          circuit.succeeded()
          return answer
        } catch (error) {
          if (!(error instanceof SourceError)) throw error
          const expired = error instanceof SourceRefused && error.status === 401
          if (expired && !refreshed && request.authorize !== undefined && tries < mostTries) {
            refreshed = true
            own = await authorize(true)
            continue
          }
          if (error instanceof SourceUnreachable && request.whenSlow !== undefined) slow += 1
          const most = slow === tries && slow > 0 ? mostSlowTries : mostTries
          const waitMs = tries >= most ? null : waitBeforeRetry(error, tries, sourceClock.random())
          const gaveUp = error instanceof SourceBusy && parts.waitsWhenBusy === false
          if (waitMs === null || gaveUp || deadline.signal.aborted || waitMs >= deadline.leftMs()) {
            informCircuit(error)
            throw error
          }
          await waitFor(waitMs, sourceClock, deadline)
        }
      }
    },
  }
}
