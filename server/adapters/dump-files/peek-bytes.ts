/** Reads ahead until `enough` says so or the input ends; the returned chunks begin with what was read ahead. */
export async function peekBytes(chunks: AsyncIterable<Buffer>, enough: (head: Buffer) => boolean) {
  const iterator = chunks[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  let failure: { error: unknown } | null = null
  while (!enough(head) && failure === null) {
    const next = await iterator.next().catch((error: unknown) => {
      failure = { error }
      return { done: true, value: undefined } as const
    })
    if (next.done === true) break
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
  }
  return { head, chunks: continued(head, iterator, failure) }
}

async function* continued(head: Buffer, rest: AsyncIterator<Buffer>, failure: { error: unknown } | null) {
  if (head.length > 0) yield head
  if (failure !== null) throw failure.error
  yield* { [Symbol.asyncIterator]: () => rest }
}
