import { setTimeout as pause } from 'node:timers/promises'
import { minuteMs } from '#server/clock.ts'
import { type Mail, MailError, type Mailer, MailPutOff, MailRefused } from '#server/mail-ports.ts'

type DeliverMails = {
  mailer: Mailer
  /** Logs neither the address nor the text of a mail. */
  warn: (message: string, details: object) => void
  retryPausesMs?: readonly number[]
  /** The pauses if the mail server deferred the mail. */
  putOffPausesMs?: readonly number[]
  /** The number of mails sent at a time, and the maximum number of waiting mails. */
  atOnce?: number
  mostWaiting?: number
}

/**
 * What may be logged of a failure. The message of a database error repeats addresses, so only its location is
 * logged.
 */
function describeFailure(error: unknown): object {
  if (error instanceof MailError) return { kind: error.constructor.name, reason: error.message }
  if (!(error instanceof Error)) return { kind: typeof error }
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /u.test(line)) ?? []
  return { kind: error.name, at: frames.slice(0, 5).map((line) => line.trim()) }
}

/**
 * The pauses take an hour in total. Most greylisting servers accept a mail after some minutes, and strict
 * servers accept it after half an hour.
 */
const greylistPausesMs = [1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs)

function pauseAfter(error: unknown, tries: number, deps: DeliverMails): number | null {
  if (error instanceof MailRefused) return null
  const { retryPausesMs = [2_000, 10_000], putOffPausesMs = greylistPausesMs } = deps
  return (error instanceof MailPutOff ? putOffPausesMs : retryPausesMs)[tries - 1] ?? null
}

type Job = { what: string; compose: () => Promise<Mail | null>; tries: number }

/** Null if there is nothing to send, or the mail could not be created. */
async function composeMail({ what, compose }: Job, warn: DeliverMails['warn']): Promise<Mail | null> {
  try {
    return await compose()
  } catch (error) {
    warn(`The mail "${what}" could not be made`, describeFailure(error))
    return null
  }
}

/**
 * Sends a few mails at a time, each with a few attempts. While a mail waits for its retry, others are sent.
 * Never throws.
 */
export function makeMailDelivery(deps: DeliverMails) {
  const { mailer, warn, atOnce = 4, mostWaiting = 1000 } = deps
  const waiting: Job[] = []
  const finishing = new AbortController()
  const inFlight = new Set<Promise<void>>()
  const retrying = new Set<Promise<void>>()

  function retryAfter(job: Job, pauseMs: number): void {
    const retry = pause(pauseMs, undefined, { signal: finishing.signal })
      .catch(() => {})
      .then(() => {
        retrying.delete(retry)
        waiting.unshift(job)
        startNext()
      })
    retrying.add(retry)
  }

  async function send({ what, tries }: Job, mail: Mail): Promise<void> {
    try {
      await mailer.send(mail)
    } catch (error) {
      const pauseMs = finishing.signal.aborted ? null : pauseAfter(error, tries, deps)
      const outcome = pauseMs === null ? 'and is given up' : 'and is tried again'
      warn(`The mail "${what}" was not sent ${outcome}`, { tries, ...describeFailure(error) })
      if (pauseMs !== null) retryAfter({ what, compose: async () => mail, tries: tries + 1 }, pauseMs)
    }
  }

  async function work(job: Job): Promise<void> {
    const mail = await composeMail(job, warn)
    if (mail !== null) await send(job, mail)
  }

  function startNext(): void {
    while (inFlight.size < atOnce) {
      const job = waiting.shift()
      if (job === undefined) return
      const running = work(job).finally(() => {
        inFlight.delete(running)
        startNext()
      })
      inFlight.add(running)
    }
  }

  return {
    /**
     * Runs after the request, so that the request's duration reveals nothing. `what` is for the log.
     * `compose` returns null if there is nothing to send.
     */
    sendLater(what: string, compose: Job['compose']): void {
      const held = waiting.length + retrying.size
      if (held >= mostWaiting) {
        warn(`The mail "${what}" was dropped: too many mails are waiting`, { waiting: held })
        return
      }
      waiting.push({ what, compose, tries: 1 })
      setImmediate(startNext)
    },
    /**
     * Settles once every mail was sent or has finally failed. Failed mails are not retried after this call.
     */
    async finish(): Promise<void> {
      finishing.abort()
      startNext()
      while (inFlight.size + retrying.size > 0) await Promise.all([...inFlight, ...retrying])
    },
  }
}
