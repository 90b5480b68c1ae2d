import type { MessagePort } from 'node:worker_threads'
import { type CarriedError, carryError } from './carried-error.ts'
import { makeMailbox } from './mailbox.ts'

/** Work that is given all it needs and answers once. What it is given and gives has to survive a structured clone. */
type Call = (...given: never[]) => unknown

/** What a longer piece of work hears and says besides its answers. */
export type Talk = {
  /** What it works on, piece by piece, as it asks for them. */
  pieces: AsyncIterable<string>
  /** Says that it goes on, and where it is. */
  reach: (place: number) => void
}

/** Work on a long text that answers step by step, and is told after each how to go on. */
type Conversation = (talk: Talk, ...given: never[]) => AsyncGenerator<unknown, void, never>

export type Work = { calls: Record<string, Call>; conversations: Record<string, Conversation> }

/** Opens what a piece of work is done with, before its time counts. */
type Prepare = (name: string) => void

export type Asked = { name: string; given: readonly unknown[]; port: MessagePort }
export type Outcome = { result: unknown } | { failed: CarriedError }

/** From the worker: that it begins, a step's answer, a place it has come to, or that it needs the next piece. */
export type Said = { begins: true } | { step: unknown } | { place: number } | { needs: true }
/** To the worker: how to go on, or the next piece; null after the last. */
export type Told = { goOn: unknown } | { piece: string | null }

async function talkOver(port: MessagePort, work: Conversation, given: readonly unknown[]): Promise<void> {
  const say = (said: Said) => port.postMessage(said)
  const mailbox = makeMailbox<Told>(port)
  async function* pieces(): AsyncGenerator<string> {
    for (;;) {
      say({ needs: true })
      const told = await mailbox.next()
      if (!('piece' in told) || told.piece === null) return
      yield told.piece
    }
  }
  const talk: Talk = { pieces: pieces(), reach: (place) => say({ place }) }
  const steps = work(talk, ...(given as never[]))
  let goOn: unknown
  for (;;) {
    const { done, value } = await steps.next(goOn as never)
    if (done === true) return
    say({ step: value })
    const told = await mailbox.next()
    goOn = 'goOn' in told ? told.goOn : undefined
  }
}

/** What a thread of the pool does with what it is asked. */
export function serveWork({ calls, conversations }: Work, prepare: Prepare = () => {}) {
  return async ({ name, given, port }: Asked): Promise<Outcome> => {
    try {
      prepare(name)
      port.postMessage({ begins: true } satisfies Said)
      const work = conversations[name]
      if (work === undefined) return { result: await calls[name]?.(...(given as never[])) }
      await talkOver(port, work, given)
      return { result: undefined }
    } catch (error) {
      return { failed: carryError(error) }
    } finally {
      port.close()
    }
  }
}
