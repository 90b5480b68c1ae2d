import { STATUS_CODES } from 'node:http'
import { readWait } from './rate-headers.ts'
import { readBounded } from './read-bounded.ts'
import { MalformedSourceReply, SourceBusy, SourceRefused, SourceUnreachable } from './source-failure.ts'

/** No page of posts comes near it. */
const mostBytes = 8 * 1024 * 1024

async function readText({ body, status }: Response): Promise<string> {
  const tooLong = () => new SourceRefused('sent more than 8 MB at once', status)
  return (await readBounded(body, mostBytes, tooLong)).toString('utf8')
}

function readJson(text: string): unknown {
  if (text.trim() === '') throw new MalformedSourceReply('sent an empty answer')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new MalformedSourceReply('sent an answer that breaks off or is not JSON', { cause: error })
  }
}

const longestReason = 300

/** Their own words for a refusal, whole as far as they are a sentence or two; the status's own name says nothing more. */
function reasonIn(text: string, status: number): string {
  try {
    const { reason, error, detail, message } = Object(JSON.parse(text)) as Record<string, unknown>
    const said = [reason, error, detail, message].find(
      (one) => typeof one === 'string' && one.trim() !== '' && one !== STATUS_CODES[status],
    )
    if (typeof said !== 'string') return ''
    const plain = said.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
    return `, ${plain.length > longestReason ? `${plain.slice(0, longestReason).trimEnd()}…` : plain}`
  } catch {
    // A page or an answer that breaks off explains nothing.
    return ''
  }
}

/** Whether a refusal passes by itself; a number: after so many milliseconds. */
export type TemporaryRefusal = (status: number, text: string, headers: Headers) => boolean | number

export type ReplyReading = {
  isTemporary?: TemporaryRefusal | undefined
  /** Reads a good answer, or that nothing has changed (304), in place of JSON. */
  readGood?: ((response: Response) => Promise<unknown>) | undefined
}

const never: TemporaryRefusal = () => false

/** What a good answer holds; every other one as what it means for us. */
export async function readReply(response: Response, { isTemporary = never, readGood }: ReplyReading) {
  const { status, headers } = response
  if (readGood !== undefined && (response.ok || status === 304)) return readGood(response)
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw new SourceRefused(`has nothing at this address (status ${status})`, status)
  }
  const text = await readText(response)
  if (status === 429) {
    const waitMs = readWait(headers, Date.now())
    throw new SourceBusy(`asked us to wait ${Math.ceil(waitMs / 1000)} s (status 429)`, waitMs, true)
  }
  const passes = isTemporary(status, text, headers)
  if (typeof passes === 'number') {
    throw new SourceBusy(`asked us to wait ${Math.ceil(passes / 1000)} s (status ${status})`, passes, true)
  }
  if (status >= 500 || status === 408 || passes) {
    throw new SourceUnreachable(`failed (status ${status}${reasonIn(text, status)})`)
  }
  if (status >= 400) throw new SourceRefused(`refused (status ${status}${reasonIn(text, status)})`, status)
  return readJson(text)
}
