import { EventSourceParserStream } from 'eventsource-parser/stream'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { type CallInput, parseJson, sendRequest, UnexpectedReplyError } from './api-client.ts'

type StreamEndpoint = Endpoint & { events: Readonly<Record<string, z.ZodMiniType>> }

/** An event of an endpoint, with the type of its schema. */
export type StreamedEvent<E extends StreamEndpoint> = {
  [N in keyof E['events']]: { event: N; data: z.output<E['events'][N]> }
}[keyof E['events']]

/** Reads the server-sent events of an endpoint, each parsed by its schema. Throws like `callEndpoint`. */
export async function openEventStream<E extends StreamEndpoint>(endpoint: E, input: CallInput) {
  const { body } = await sendRequest(endpoint, input)
  return readEvents(endpoint, body ?? new ReadableStream({ start: (stream) => stream.close() }))
}

async function* readEvents<E extends StreamEndpoint>(endpoint: E, body: ReadableStream<Uint8Array>) {
  for await (const { event, data } of readEventStream(body)) {
    const schema = endpoint.events[event]
    // This event is unknown; a newer server may send it.
    if (schema === undefined) continue
    const reply = schema.safeParse(parseJson(data))
    if (!reply.success) throw new UnexpectedReplyError(endpoint.path, reply.error)
    yield { event, data: reply.data } as StreamedEvent<E>
  }
}

/** Parses server-sent events from the body of a response; comments and a truncated last event are skipped. */
export async function* readEventStream(body: ReadableStream<Uint8Array>) {
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
    // If the reader stops, the connection is closed.
    void reader.cancel().catch(() => {})
  }
}
