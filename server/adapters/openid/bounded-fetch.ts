import type { CustomFetch } from 'openid-client'
import { ProviderNonsense, ProviderUnreachable } from '#server/sign-in-ports.ts'

const mostBytes = 1_000_000

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw new ProviderNonsense(`The answer is longer than ${mostBytes} bytes`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** Reads a whole answer within the caller's time and a bound; their outages become `ProviderUnreachable`. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const { host } = new URL(url)
  try {
    const { body, signal, ...rest } = options
    const asked = { ...rest, body: body ?? null, signal: signal ?? null }
    const response = await fetch(url, asked)
    const answer = await readBounded(response)
    if (response.status >= 500) throw new ProviderUnreachable(`${host} answered ${response.status}`)
    const empty = [204, 205, 304].includes(response.status)
    return new Response(empty ? null : answer, { status: response.status, headers: response.headers })
  } catch (error) {
    if (error instanceof ProviderNonsense || error instanceof ProviderUnreachable) throw error
    const inTime = !(error instanceof DOMException && error.name === 'TimeoutError')
    throw new ProviderUnreachable(inTime ? `${host} cannot be reached` : `${host} did not answer in time`)
  }
}
