import { expect, test } from 'vitest'
import { readEventStream } from './open-event-stream.ts'

function bodyOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

async function readAll(body: ReadableStream<Uint8Array>) {
  const events = []
  for await (const event of readEventStream(body)) events.push(event)
  return events
}

const text = 'event: results\ndata: {"a":"über 😀"}\n\n: nothing new\n\nevent: done\ndata: 1\ndata: 2\n\n'
const whole = new TextEncoder().encode(text)

test('events are read even if a chunk ends within a character', async () => {
  for (let cut = 1; cut < whole.length; cut += 1) {
    expect(await readAll(bodyOf([whole.slice(0, cut), whole.slice(cut)]))).toEqual([
      { event: 'results', data: '{"a":"über 😀"}' },
      { event: 'done', data: '1\n2' },
    ])
  }
})

test('a truncated event is not delivered, and lines may end with CR LF', async () => {
  const cut = new TextEncoder().encode('data: {}\r\n\r\nevent: done\r\ndata: {"half')
  expect(await readAll(bodyOf([cut]))).toEqual([{ event: 'message', data: '{}' }])
})

test('the connection is closed when the reader stops', async () => {
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: again\n\n')),
    cancel: () => {
      cancelled = true
    },
  })
  for await (const { data } of readEventStream(body)) {
    expect(data).toBe('again')
    break
  }
  await expect.poll(() => cancelled).toBe(true)
})
