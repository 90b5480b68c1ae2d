import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import type { OddBehaviour } from '#tests/harness/odd-process.ts'

const program = new URL('../../../tests/harness/supervise-program.ts', import.meta.url)

let child: ChildProcess
let said: string[]
function supervise(processes: number, ...behaviours: OddBehaviour[]): void {
  said = []
  child = fork(program, [JSON.stringify({ processes, behaviours })], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => said.push(...text.trimEnd().split('\n')))
}
afterEach(() => child.kill('SIGKILL'))

const until = (line: string) => vi.waitUntil(() => said.includes(line), { timeout: 60_000, interval: 10 })

async function askAll(): Promise<unknown[]> {
  child.send('ask')
  const [answers] = await once(child, 'message')
  return answers
}

const isNamed = expect.stringMatching(/^name of \d+$/u)

test('every process answers, all stop when they are told, and none is left', async () => {
  supervise(3, 'answers')
  await until('ready')
  const names = await askAll()
  expect(names).toEqual([isNamed, isNamed, isNamed])
  expect(new Set(names).size).toBe(3)
  child.send('stop')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(said).toEqual(['ready', 'stopped'])
})

test('a process that is killed is replaced, and the others answer meanwhile', async () => {
  supervise(2, 'answers')
  await until('ready')
  const [first, second] = await askAll()
  process.kill(Number(String(second).replace('name of ', '')), 'SIGKILL')
  await until('Process 2 ended (SIGKILL); another one starts')
  const now = await vi.waitUntil(async () => {
    const names = await askAll()
    return names.every((name) => name !== null && name !== second) ? names : null
  })
  expect(now[0]).toBe(first)
})

test('a process that does not answer any more is ended and replaced', async () => {
  supervise(2, 'answers', 'is stuck', 'answers')
  await until('Process 2 does not answer and is ended')
  await until('Process 2 ended (SIGKILL); another one starts')
  await vi.waitUntil(async () => (await askAll()).every((name) => name !== null), { timeout: 30_000 })
})

test('processes that end again and again end the product, with a sentence', { timeout: 60_000 }, async () => {
  supervise(1, 'answers', 'ends')
  await until('ready')
  const [name] = await askAll()
  process.kill(Number(String(name).replace('name of ', '')), 'SIGKILL')
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(said.at(-1)).toBe(
    'The processes that answer requests keep ending (exit code 4): exiting. The log above says why.',
  )
})

test('a first process that cannot start ends the start, with the others that would follow', async () => {
  supervise(3, 'ends before')
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(said).toEqual(['A process ended before it answered requests (exit code 3): see above.'])
})

test('if whoever started them is killed, they end too', async () => {
  supervise(2, 'answers')
  await until('ready')
  const pids = (await askAll()).map((name) => Number(String(name).replace('name of ', '')))
  child.kill('SIGKILL')
  const isGone = (pid: number) => {
    try {
      return !process.kill(pid, 0)
    } catch {
      return true
    }
  }
  await vi.waitUntil(() => pids.every(isGone), { timeout: 30_000 })
})
