import { fileURLToPath } from 'node:url'
import { isMarkedAsUntransferable, MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { WorkerEnded } from '#server/errors.ts'
import { toError } from './carried-error.ts'
import { makeMailbox } from './mailbox.ts'
import { makeOwnerQueue, type Owner, type QueueLimits } from './owner-queue.ts'
import type { Asked, Outcome, Said, SharedPlace, ThreadFacts, Work, WorkerInstruction } from './serve-work.ts'
import type { Workers } from './workers.ts'

export type PoolSettings = QueueLimits & {
  /** The timeout of a silent worker. It is longer for background work. */
  silentMs: { asked: number; background: number }
  /** The memory limit of each thread. */
  heapMegabytes: number
  /** The number of idle threads that are kept, and the idle timeout of other threads. */
  kept: number
  idleMs: number
  environment: NodeJS.ProcessEnv
  /** How far the priority of these threads is below the main thread's on a busy CPU, as a `nice` value. */
  niceness: number
  /** Data in shared memory for every thread: see `serveWork`. */
  shared?: unknown
}

const megabytes = (settings: PoolSettings) => ({
  maxOldGenerationSizeMb: settings.heapMegabytes,
  // A larger young generation takes memory and makes scoring no faster.
  maxYoungGenerationSizeMb: 8,
})

/** The time that a new thread has to load its code, even on a busy machine. */
const openingMs = 60_000

/** The number of checks within the timeout. */
const looks = 4

/** Ends the thread if it sends no message and makes no progress for too long while a result is pending. */
function makeWatch(limitMs: number, place: SharedPlace, signal: AbortSignal | undefined) {
  const ending = new AbortController()
  const end = () => ending.abort()
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted) end()
  let timer: NodeJS.Timeout | undefined
  const rest = () => clearTimeout(timer)
  function look(everyMs: number, seen: number, left: number): void {
    timer = setTimeout(() => {
      const at = Atomics.load(place, 0)
      if (at !== seen) look(everyMs, at, looks)
      else if (left > 1) look(everyMs, seen, left - 1)
      else end()
    }, everyMs)
  }
  return {
    signal: ending.signal,
    /** The position of the thread in its work; null for work without positions. */
    place: (): number | null => Atomics.load(place, 0) || null,
    expect(withinMs = limitMs): void {
      rest()
      look(withinMs / looks, Atomics.load(place, 0), looks)
    },
    rest,
    end(): void {
      rest()
      signal?.removeEventListener('abort', end)
      end()
    },
    finish(): void {
      rest()
      signal?.removeEventListener('abort', end)
    },
  }
}

type Watch = ReturnType<typeof makeWatch>

function resultOf(outcome: Outcome): unknown {
  if ('failed' in outcome) throw toError(outcome.failed)
  return outcome.result
}

/**
 * Why the thread returned no result: the caller gave up, the thread was silent for too long, or its memory
 * was full.
 */
function lostWork(name: string, watch: Watch, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? signal.reason : new WorkerEnded(name, watch.place())
}

function openThreads(entry: URL, settings: PoolSettings): Piscina {
  const threads = new Piscina({
    filename: fileURLToPath(entry),
    name: 'answer',
    minThreads: settings.kept,
    maxThreads: settings.atOnce,
    idleTimeout: settings.idleMs,
    niceIncrement: settings.niceness,
    resourceLimits: megabytes(settings),
    env: settings.environment,
    workerData: { stays: settings.kept > 0, shared: settings.shared } satisfies ThreadFacts,
    // With atomics, a thread that waits for its next part could not receive an abort.
    atomics: 'disabled',
    recordTiming: false,
  })
  // If a thread ends between two tasks, the next task starts a new one.
  threads.on('error', () => {})
  return threads
}

type Turn = { leave: () => void; signal: AbortSignal; watch: Watch; place: SharedPlace }
type Ask = (asked: Asked, watch: Watch) => Promise<Outcome>
type Talked = { name: string; given: readonly unknown[]; pieces: AsyncIterable<string> }

/** Yields the steps of the thread, and sends it the parts for which it asks. */
async function* holdConversation(turn: Turn, ask: Ask, { name, given, pieces }: Talked) {
  const { leave, watch, signal, place } = turn
  const { port1, port2 } = new MessageChannel()
  const mailbox = makeMailbox<Said>(port1)
  const tell = (message: WorkerInstruction) => {
    watch.expect()
    port1.postMessage(message)
  }
  const source = pieces[Symbol.asyncIterator]()
  let finished = false
  try {
    const outcome = ask({ name, given, port: port2, place }, watch)
      .catch(() => {
        throw lostWork(name, watch, signal)
      })
      .finally(() => {
        finished = true
      })
    outcome.catch(() => {})
    for (;;) {
      const said = await Promise.race([mailbox.next(), outcome])
      watch.rest()
      if ('begins' in said) watch.expect()
      else if ('result' in said || 'failed' in said) {
        resultOf(said)
        return
      } else if ('step' in said) tell({ goOn: yield said.step as never })
      else {
        const next = await source.next()
        tell({ piece: next.done === true ? null : next.value })
      }
    }
  } finally {
    if (finished) watch.finish()
    else watch.end()
    port1.close()
    await source.return?.()
    leave()
  }
}

/**
 * The buffers of `bytes` in what is given. They move to the thread, because copying megabytes takes long.
 * Node marks the buffers that it shares among small parts, and these are copied.
 */
function buffersIn(given: readonly unknown[]): ArrayBuffer[] {
  const parts = given.flatMap((one): unknown[] => {
    const { bytes } = Object(one) as { bytes?: unknown }
    return Array.isArray(bytes) ? bytes : []
  })
  const buffers = parts.map((part) => (part instanceof Uint8Array ? part.buffer : null))
  const movable = buffers.filter((one) => one instanceof ArrayBuffer && !isMarkedAsUntransferable(one))
  return [...new Set(movable as ArrayBuffer[])]
}

/** Worker threads for long texts, which would block the event loop. `entry` exports the tasks. */
export function openWorkerPool<W extends Work>(entry: URL, settings: PoolSettings): Workers<W> {
  const threads = openThreads(entry, settings)
  const queue = makeOwnerQueue(settings)
  const closing = new AbortController()

  async function begin({ owner, background, signal: given }: Owner): Promise<Turn> {
    const signal = given === undefined ? closing.signal : AbortSignal.any([given, closing.signal])
    const leave = await queue.enter({ owner, background, signal })
    const { asked, background: inBackground } = settings.silentMs
    const place = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const watch = makeWatch(background === true ? inBackground : asked, place, signal)
    return { leave, signal, watch, place }
  }

  /** Calls a thread. The thread sends a message over the port when it has started. */
  const ask: Ask = (asked, watch) => {
    watch.expect(openingMs)
    return threads.run(asked, { signal: watch.signal, transferList: [asked.port, ...buffersIn(asked.given)] })
  }

  return {
    async call(owner, name, ...given) {
      const { leave, watch, signal, place } = await begin(owner)
      const { port1, port2 } = new MessageChannel()
      port1.once('message', () => watch.expect())
      try {
        const outcome = await ask({ name: name as string, given, port: port2, place }, watch).catch(() => {
          throw lostWork(name as string, watch, signal)
        })
        return resultOf(outcome) as never
      } finally {
        port1.close()
        watch.finish()
        leave()
      }
    },

    async *converse(owner, { name, given, pieces }) {
      yield* holdConversation(await begin(owner), ask, { name: name as string, given, pieces })
    },

    async close() {
      closing.abort(new WorkerEnded('closing', null))
      await threads.destroy()
    },
  }
}
