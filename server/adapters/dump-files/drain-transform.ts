import type { Transform } from 'node:stream'

/**
 * Writes a chunk (null for the end) and yields the output. Unlike with `pipe`, output that was produced
 * before an error is yielded, too.
 */
export async function* drainTransform(transform: Transform, chunk: Buffer | null): AsyncGenerator<unknown> {
  let ended = null as { failure: Error | null } | null
  let wake = () => {}
  const onReadable = () => wake()
  const end = (failure: Error | null = null) => {
    ended ??= { failure }
    wake()
  }
  // Without a listener, an error between two calls would end the process.
  if (transform.listenerCount('error') === 0) transform.on('error', () => {})
  transform.on('readable', onReadable).on('error', end)
  if (chunk === null) transform.once('end', end).end()
  else transform.write(chunk, (error) => end(error))
  try {
    while (true) {
      const out: unknown = transform.read()
      if (out !== null) yield out
      else if (ended?.failure) throw ended.failure
      else if (ended) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    transform.off('readable', onReadable).off('error', end).off('end', end)
  }
}
