import { setTimeout as pause } from 'node:timers/promises'
import { type Mail, MailError, type Mailer, MailRefused } from '#server/ports.ts'

type DeliverMails = {
  mailer: Mailer
  /** Gets neither the address nor the text of a mail. */
  warn: (message: string, details: object) => void
  /** How long to wait before each further try. */
  retryPausesMs?: readonly number[]
  /** Mails under way at one time, and mails that may wait. */
  lanes?: number
  mostWaiting?: number
}

export type MailDelivery = {
  /**
   * Composes and sends a mail after the request that asks for it, so that its reply tells nothing by its
   * time. `what` names the mail in the log; `compose` gives null when there is nothing to send.
   */
  later(what: string, compose: () => Promise<Mail | null>): void
  /** Ends once every mail went out or was given up; from then on nobody waits for another try. */
  finish(): Promise<void>
}

/** What the log may hold: a database error repeats addresses in its message, so only its place is told. */
function describeFailure(error: unknown): object {
  if (error instanceof MailError) return { kind: error.constructor.name, reason: error.message }
  if (!(error instanceof Error)) return { kind: typeof error }
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /u.test(line)) ?? []
  return { kind: error.name, at: frames.slice(0, 5).map((line) => line.trim()) }
}

/** Sends mails in the background, a few at a time, with a few tries each. Nothing it does is thrown. */
export function makeMailDelivery(deps: DeliverMails): MailDelivery {
  const { mailer, warn, retryPausesMs = [2_000, 10_000], lanes = 4, mostWaiting = 1000 } = deps
  const waiting: (() => Promise<void>)[] = []
  const finishing = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function send(what: string, mail: Mail): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await mailer.send(mail)
      } catch (error) {
        const pauseMs = retryPausesMs[tries - 1]
        const last = pauseMs === undefined || error instanceof MailRefused || finishing.signal.aborted
        const outcome = last ? 'and is given up' : 'and is tried again'
        warn(`The mail "${what}" did not go out ${outcome}`, { tries, ...describeFailure(error) })
        if (last) return
        await pause(pauseMs, undefined, { signal: finishing.signal }).catch(() => {})
      }
    }
  }

  async function composeAndSend(what: string, compose: () => Promise<Mail | null>): Promise<void> {
    try {
      const mail = await compose()
      if (mail !== null) await send(what, mail)
    } catch (error) {
      warn(`The mail "${what}" could not be made`, describeFailure(error))
    }
  }

  function startNext(): void {
    while (underWay.size < lanes) {
      const job = waiting.shift()
      if (job === undefined) return
      const running = job().finally(() => {
        underWay.delete(running)
        startNext()
      })
      underWay.add(running)
    }
  }

  return {
    later(what, compose) {
      if (waiting.length >= mostWaiting) {
        warn(`The mail "${what}" is given up: too many mails wait`, { waiting: waiting.length })
        return
      }
      waiting.push(() => composeAndSend(what, compose))
      setImmediate(startNext)
    },
    async finish() {
      finishing.abort()
      startNext()
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
