import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileCache } from './compile-cache.ts'

const root = join(import.meta.dirname, '../..')

export type ProductProgram = {
  url: string
  pid: number
  /** The output of the product so far. */
  said(): string
  kill(): Promise<void>
  stop(): Promise<number | null>
}

/** Starts the product like an operator, on any free port, in a process that a test may kill. */
export async function startProductProgram(environment: Record<string, string>): Promise<ProductProgram> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'warn',
      HACKER_NEWS: 'off',
      // Preparing a thread takes a second, so the product prepares more threads only when needed.
      READY_THREADS: '1',
      ...compileCache,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    await ended
    return child.exitCode
  }
  let said = ''
  const url = Promise.withResolvers<string>()
  const listen = (text: string) => {
    said += text
    const address = /Unmet is ready: (\S+)/u.exec(said)?.[1]
    if (address !== undefined) url.resolve(address)
  }
  child.stdout.setEncoding('utf8').on('data', listen)
  child.stderr.setEncoding('utf8').on('data', listen)
  void ended.then(() => url.reject(new Error(`The product ended:\n${said}`)))
  return {
    url: await url.promise,
    pid: child.pid ?? 0,
    said: () => said,
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}
