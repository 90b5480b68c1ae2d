import type { Endpoint } from '#contract/endpoint.ts'
import { type CallInput, parseJson, sendRequest, UnexpectedReplyError } from './api-client.ts'
import { readEventStream } from './read-event-stream.ts'

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
