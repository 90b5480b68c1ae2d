import { EventSourceParserStream } from 'eventsource-parser/stream'

export type StreamedEvent = { event: string; data: string }

/** Server-sent events out of the body of a reply; comments are left out, and so is an event that was cut off. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield { event: value.event ?? 'message', data: value.data }
    }
  } finally {
    // Who stops listening lets the connection go.
    void reader.cancel().catch(() => {})
  }
}
