import { parentPort, workerData } from 'node:worker_threads'
import { keepIndex } from '#server/features/archive/find/index/keep-index.ts'
import type { IndexThreadSays } from './wire-index.ts'
import { type IndexPlace, writeIndex } from './wire-index-place.ts'

// Updates the index in a thread of its own, so that no request waits for it.

const say = (said: IndexThreadSays) => parentPort?.postMessage(said)
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())

const warn = (message: string, cause: unknown) =>
  say({ message, cause: cause instanceof Error ? cause.message : String(cause) })
const place = workerData as IndexPlace
const { mostPosts } = place
await writeIndex(place, (parts, signal) => keepIndex({ ...parts, warn, mostPosts }, signal), stopping.signal)
parentPort?.close()
