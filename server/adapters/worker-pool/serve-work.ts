import { type MessagePort, workerData } from 'node:worker_threads'
import { type CarriedError, carryError } from './carried-error.ts'
import { makeMailbox } from './mailbox.ts'

/**
 * A task that gets all its input at once and returns one result. Input and output have to survive a
 * structured clone.
 */
type Call = (...given: never[]) => unknown

/** How a longer task communicates. */
export type Talk = {
  /** Requests the parts of the input. */
  pieces: AsyncIterable<string>
  /** Reports progress with the current position. */
  reach: (place: number) => void
}

/** A task on a long text that returns its result in steps. After each step it receives how to continue. */
type Conversation = (talk: Talk, ...given: never[]) => AsyncGenerator<unknown, void, never>

export type Work = { calls: Record<string, Call>; conversations: Record<string, Conversation> }

/** Prepares a task before its timeout starts. `receive` gets what the pool shares with each new thread. */
type Preparing = { receive: (shared: never) => void; prepare: (name: string) => void; prepareAll: () => void }

const noneNeeded: Preparing = { receive: () => {}, prepare: () => {}, prepareAll: () => {} }

/**
 * The position of the worker, as a number that is never 0. It is in shared memory, because one message per
 * line of a long file would keep the other thread busy.
 */
export type SharedPlace = Int32Array<SharedArrayBuffer>

export type Asked = { name: string; given: readonly unknown[]; port: MessagePort; place: SharedPlace }
export type Outcome = { result: unknown } | { failed: CarriedError }

/** A message from the worker: it has started, the result of a step, or a request for the next part. */
export type Said = { begins: true } | { step: unknown } | { needs: true }
/** A message to the worker: how to continue, or the next part. The part is null after the last one. */
export type WorkerInstruction = { goOn: unknown } | { piece: string | null }

async function talkOver(work: Conversation, { port, place, given }: Asked): Promise<void> {
  const say = (said: Said) => port.postMessage(said)
  const mailbox = makeMailbox<WorkerInstruction>(port)
  async function* pieces(): AsyncGenerator<string> {
    for (;;) {
      say({ needs: true })
      const message = await mailbox.next()
      if (!('piece' in message) || message.piece === null) return
      yield message.piece
    }
  }
  const talk: Talk = { pieces: pieces(), reach: (at) => Atomics.store(place, 0, at) }
  const steps = work(talk, ...(given as never[]))
  let goOn: unknown
  for (;;) {
    const { done, value } = await steps.next(goOn as never)
    if (done === true) return
    say({ step: value })
    const message = await mailbox.next()
    goOn = 'goOn' in message ? message.goOn : undefined
  }
}

/** The options of a new thread: whether it is kept while idle, and what the pool shares with it. */
export type ThreadFacts = { stays: boolean; shared?: unknown }

/** The main loop of a worker thread. A thread that is kept prepares all tasks in advance. */
export function serveWork(
  { calls, conversations }: Work,
  { receive, prepare, prepareAll }: Preparing = noneNeeded,
) {
  const facts = workerData as ThreadFacts | null
  if (facts?.shared !== undefined) receive(facts.shared as never)
  if (facts?.stays === true) setTimeout(prepareAll)
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
