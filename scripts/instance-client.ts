import { open } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** An error that the user can correct. The command exits with `exitCode`. */
export class CommandRefused extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

const callMs = 60_000
const mostReplyBytes = 20_000_000
const mostKeyBytes = 1000

const usualKeyFile = join(homedir(), '.config/unmet/key')

/** The key, from the environment or from a file that only its owner can read. */
export async function readKey(environment: NodeJS.ProcessEnv): Promise<string> {
  const given = environment.UNMET_KEY?.trim() ?? ''
  if (given !== '') return given
  const path = environment.UNMET_KEY_FILE ?? usualKeyFile
  const file = await open(path).catch(() => null)
  if (file === null)
    throw new CommandRefused(`There is no key: set UNMET_KEY, or write it into ${path} (chmod 600).`, 2)
  try {
    const { mode } = await file.stat()
    if ((mode & 0o077) !== 0)
      throw new CommandRefused(`Others can read ${path}, so its key is not used. Run: chmod 600 ${path}`, 2)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostKeyBytes), 0, mostKeyBytes, 0)
    return buffer.toString('utf8', 0, bytesRead).trim()
  } finally {
    await file.close()
  }
}

async function readBounded(reply: Response): Promise<unknown> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of reply.body ?? []) {
    bytes += part.length
    if (bytes > mostReplyBytes) throw new CommandRefused('The reply is too long.', 1)
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString())
  } catch {
    throw new CommandRefused(`The reply (${reply.status}) is not JSON. Is this an instance of Unmet?`, 1)
  }
}

function refusalOf(status: number, body: unknown): CommandRefused {
  const { message, userMessage } = (body ?? {}) as { message?: unknown; userMessage?: unknown }
  const why = typeof userMessage === 'string' ? userMessage : typeof message === 'string' ? message : ''
  return new CommandRefused(`Refused (${status}): ${why}`, status >= 500 ? 1 : 3)
}

type Method = 'GET' | 'POST' | 'DELETE'
export type CallInstance = <T>(path: string, body?: object, method?: Method) => Promise<T>

/** Calls `/api/v1` of an instance. The key is sent to no other URL. */
export function makeInstanceClient(url: string, key: string, stop: AbortSignal): CallInstance {
  const base = URL.parse(url)
  if (base === null || !/^https?:$/u.test(base.protocol))
    throw new CommandRefused(`${url} is not an http(s) address. Set UNMET_URL or --url.`, 2)
  return async <T>(path: string, body?: object, method: Method = body === undefined ? 'GET' : 'POST') => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(callMs)])
    let reply: Response
    let read: unknown
    try {
      reply = await fetch(new URL(`/api/v1${path}`, base), {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal,
      })
      read = await readBounded(reply)
    } catch (error) {
      if (error instanceof CommandRefused) throw error
      if (stop.aborted) throw new CommandRefused('Stopped.', 130)
      throw new CommandRefused(`${base.origin} does not answer. Is it running, and is the address right?`, 1)
    }
    if (!reply.ok) throw refusalOf(reply.status, read)
    return read as T
  }
}
