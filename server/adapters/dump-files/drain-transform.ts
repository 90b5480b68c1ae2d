import type { Transform } from 'node:stream'

/** Writes a chunk (null: the end) and yields the output; unlike `pipe`, also the output before an error. */
export async function* drainTransform(transform: Transform, chunk: Buffer | null): AsyncGenerator<unknown> {
  let finished = false
  let failure: Error | null = null
  let wake = () => {}
  const onReadable = () => wake()
  const fail = (error: Error) => {
    failure = error
    wake()
  }
  const finish = () => {
    finished = true
    wake()
  }
  // Without a listener of its own, a stream that fails between two calls would end the process.
  if (transform.listenerCount('error') === 0) transform.on('error', () => {})
  transform.on('readable', onReadable).on('error', fail)
  if (chunk === null) transform.once('end', finish).end()
  else transform.write(chunk, (error) => (error ? fail(error) : finish()))
  try {
    while (true) {
      const out: unknown = transform.read()
      if (out !== null) yield out
      else if (failure !== null) throw failure
      else if (finished) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    transform.off('readable', onReadable).off('error', fail).off('end', finish)
  }
}
