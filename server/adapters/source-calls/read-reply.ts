import { STATUS_CODES } from 'node:http'
import { cutText } from '#contract/cut-text.ts'
import { deepestJson, isTooDeep } from '../json-value.ts'
import { readBounded, readParts } from './read-bounded.ts'
import { MalformedSourceReply, SourceBusy, SourceRefused, SourceUnreachable } from './source-failure.ts'

/** The delay that is used if the source names no delay or an implausible one. */
const unnamedWaitMs = 5000
const longestWaitMs = 86_400_000
/** Headers with larger numbers are errors or malicious, so they are ignored. */
const absurdWaitMs = 7 * longestWaitMs

/** A delay, raised or lowered to between a second and a day. Null if it is invalid. */
function believedWait(ms: number): number | null {
  if (Number.isNaN(ms) || ms > absurdWaitMs) return null
  return Math.min(Math.max(ms, 1000), longestWaitMs)
}

function readNumber(text: string | null): number | null {
  return text !== null && /^\s*\d{1,20}(?:\.\d{1,20})?\s*$/u.test(text) ? Number(text) : null
}

/** Only reads the date formats of HTTP, because `Date.parse` would accept `-5`. */
function readHttpDate(text: string): number {
  return /^[A-Z][a-z]{2,8},? .{10,40}$/u.test(text) ? Date.parse(text) : Number.NaN
}

/** Reads seconds from now or Unix time. They can be distinguished because Unix time is much larger. */
function resetMs(headers: Headers, nowMs: number): number | null {
  const reset = readNumber(headers.get('x-ratelimit-reset'))
  if (reset === null) return null
  return believedWait(reset > 1e11 ? reset - nowMs : reset > 1e9 ? reset * 1000 - nowMs : reset * 1000)
}

/** The remaining calls and the time until they are reset, from the headers. Null unless both are present. */
export function readRateLimit(headers: Headers, nowMs: number) {
  const callsLeft = readNumber(headers.get('x-ratelimit-remaining'))
  const renewedInMs = resetMs(headers, nowMs)
  return callsLeft === null || renewedInMs === null ? null : { callsLeft: Math.floor(callsLeft), renewedInMs }
}

/** The delay for which a rate-limited source asks: between a second and a day. */
export function readWait(headers: Headers, nowMs: number): number {
  const retryAfter = headers.get('retry-after')?.trim() ?? ''
  const seconds = readNumber(retryAfter)
  const asked = seconds === null ? readHttpDate(retryAfter) - nowMs : seconds * 1000
  return believedWait(asked) ?? resetMs(headers, nowMs) ?? unnamedWaitMs
}

/** Larger than any real page of posts. */
const mostBytes = 8 * 1024 * 1024

const tooLong = (status: number) => () => new SourceRefused('sent more than 8 MB', status)

/** The parts of a response's body, which are not copied. */
export function readBodyParts({ body, status }: Response): Promise<Uint8Array[]> {
  return readParts(body, mostBytes, tooLong(status))
}

/** The body of a response. Unlike `arrayBuffer()`, this copies it only once. */
export function readBytes({ body, status }: Response): Promise<Buffer<ArrayBuffer>> {
  return readBounded(body, mostBytes, tooLong(status))
}

const readText = async (response: Response) => (await readBytes(response)).toString('utf8')

function readJson(text: string): unknown {
  if (text.trim() === '') throw new MalformedSourceReply('sent an empty answer')
  if (isTooDeep(text)) throw new MalformedSourceReply(`sent JSON with more than ${deepestJson} levels`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new MalformedSourceReply('sent a response that is truncated or not JSON', { cause: error })
  }
}

const longestReason = 300

/** The source's own message for a refusal, if it has one or two sentences and is not just the status text. */
function reasonIn(text: string, status: number): string {
  try {
    const { reason, error, detail, message } = Object(JSON.parse(text)) as Record<string, unknown>
    const said = [reason, error, detail, message].find(
      (one) => typeof one === 'string' && one.trim() !== '' && one !== STATUS_CODES[status],
    )
    if (typeof said !== 'string') return ''
    const plain = said.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
    return `, ${plain.length > longestReason ? `${cutText(plain, longestReason).trimEnd()}…` : plain}`
  } catch {
    // A web page or a truncated response does not explain the refusal.
    return ''
  }
}

/** Whether a refusal is temporary. A number is the delay before a retry in milliseconds. */
type TemporaryRefusal = (status: number, text: string, headers: Headers) => boolean | number

export type ReplyReading = {
  isTemporary?: TemporaryRefusal | undefined
  /** Reads a successful response, or a 304, that is not JSON. */
  readGood?: ((response: Response) => Promise<unknown>) | undefined
}

/** The content of a successful response. Throws the matching error for any other response. */
export async function readReply(response: Response, { isTemporary, readGood }: ReplyReading) {
  const { status, headers } = response
  if (readGood !== undefined && (response.ok || status === 304)) return readGood(response)
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw new SourceRefused(`has nothing at this address (status ${status})`, status)
  }
  const text = await readText(response)
  const passes =
    status === 429 ? readWait(headers, Date.now()) : (isTemporary?.(status, text, headers) ?? false)
  if (typeof passes === 'number') {
    throw new SourceBusy(`asked us to wait ${Math.ceil(passes / 1000)} s (status ${status})`, passes, true)
  }
  if (status >= 500 || status === 408 || passes) {
    throw new SourceUnreachable(`failed (status ${status}${reasonIn(text, status)})`)
  }
  if (status >= 400) throw new SourceRefused(`refused (status ${status}${reasonIn(text, status)})`, status)
  return readJson(text)
}
