import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Endpoint } from '#contract/endpoint.ts'
import { type CallInput, parseJson, sendRequest, UnexpectedReplyError } from './api-client.ts'

/** Reads the server-sent events of an endpoint, each with its own schema. Throws as `callEndpoint` does. */
export async function openEventStream(
  endpoint: Endpoint & { output: 'events' },
  input: CallInput,
): Promise<AsyncGenerator<{ event: string; data: unknown }>> {
  const { body } = await sendRequest(endpoint, input)
  return readEvents(endpoint, body ?? new ReadableStream({ start: (stream) => stream.close() }))
}

async function* readEvents(endpoint: Endpoint, body: ReadableStream<Uint8Array>) {
  for await (const { event, data } of readEventStream(body)) {
    const schema = endpoint.events?.[event]
    // An event of a newer server, which this page does not need.
    if (schema === undefined) continue
    const reply = schema.safeParse(parseJson(data))
    if (!reply.success) throw new UnexpectedReplyError(endpoint.path, reply.error)
    yield { event, data: reply.data as unknown }
  }
}

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
