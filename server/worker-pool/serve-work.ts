import { type MessagePort, workerData } from 'node:worker_threads'
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
type Preparing = { prepare: (name: string) => void; prepareAll: () => void }

const noneNeeded: Preparing = { prepare: () => {}, prepareAll: () => {} }

/**
 * Where the worker is, as a number that is never 0. Both threads look at it: a message for each line of a long file
 * would keep the other thread from everything else.
 */
export type SharedPlace = Int32Array<SharedArrayBuffer>

export type Asked = { name: string; given: readonly unknown[]; port: MessagePort; place: SharedPlace }
export type Outcome = { result: unknown } | { failed: CarriedError }

/** From the worker: that it begins, a step's answer, or that it needs the next piece. */
export type Said = { begins: true } | { step: unknown } | { needs: true }
/** To the worker: how to go on, or the next piece; null after the last. */
export type Told = { goOn: unknown } | { piece: string | null }

async function talkOver(work: Conversation, { port, place, given }: Asked): Promise<void> {
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
  const talk: Talk = { pieces: pieces(), reach: (at) => Atomics.store(place, 0, at) }
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

/** What a thread is told as it opens: whether it stays for whoever comes. */
export type ThreadFacts = { stays: boolean }

/** What a thread of the pool does with what it is asked. One that stays prepares everything before somebody asks. */
export function serveWork({ calls, conversations }: Work, { prepare, prepareAll }: Preparing = noneNeeded) {
  if ((workerData as ThreadFacts | null)?.stays === true) setTimeout(prepareAll)
  return async (asked: Asked): Promise<Outcome> => {
    const { name, given, port } = asked
    try {
      prepare(name)
      port.postMessage({ begins: true } satisfies Said)
      const work = conversations[name]
      if (work === undefined) return { result: await calls[name]?.(...(given as never[])) }
      await talkOver(work, asked)
      return { result: undefined }
    } catch (error) {
      return { failed: carryError(error) }
    } finally {
      port.close()
    }
  }
}
