import { getPriority } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { oddWork } from '#tests/harness/odd-worker.ts'
import { openWorkerPool } from './open-worker-pool.ts'
import { workHere } from './workers.ts'

const entry = new URL('../../../tests/harness/odd-worker.ts', import.meta.url)
const settings = {
  atOnce: 2,
  mostWaiting: 4,
  mostWaitingOfOwner: 2,
  silentMs: { asked: 4000, background: 4000 },
  heapMegabytes: 64,
  kept: 0,
  idleMs: 1000,
  niceness: 5,
  environment: process.env,
}
const open = (changed: Partial<typeof settings> = {}) =>
  openWorkerPool<typeof oddWork>(entry, { ...settings, ...changed })
type Pool = ReturnType<typeof open>

let pool: Pool
afterEach(() => pool.close())

const ann = { owner: 'ann' }
const bob = { owner: 'bob' }
const ended = { name: 'AppError', code: 'overloaded', message: expect.stringContaining('took too long') }

async function* piecesOf(...pieces: string[]) {
  yield* pieces
}

async function listSteps(steps: AsyncIterable<string>): Promise<string[]> {
  const heard: string[] = []
  for await (const step of steps) heard.push(step)
  return heard
}

const measure = (...pieces: string[]) => ({
  name: 'measure' as const,
  given: ['letters'] as [string],
  pieces: piecesOf(...pieces),
})

describe('a call', () => {
  test('is worked out in a thread', async () => {
    pool = open()
    expect(await pool.call(ann, 'double', 21)).toBe(42)
  })

  test('takes large bytes along instead of copying them, and shares the buffer of small ones', async () => {
    pool = open()
    const large = Buffer.concat([Buffer.alloc(1_000_000, 1), Buffer.from('a')])
    const small = Buffer.from('abc')
    const parts = [large.subarray(0, 10), small, large.subarray(10)]
    expect(await pool.call(ann, 'count', { bytes: parts })).toBe(1_000_004)
    expect(parts.map((part) => part.byteLength)).toEqual([0, 3, 0])
  })

  test.runIf(process.platform === 'linux')(
    'gets less of a busy processor than the thread that asked',
    async () => {
      pool = open()
      expect(await pool.call(ann, 'readNiceness')).toBe(getPriority() + settings.niceness)
    },
  )

  test('that never ends is ended, and the next one of the same owner is worked out', async () => {
    pool = open()
    const stuck = pool.call(ann, 'neverEnd')
    const next = pool.call(ann, 'double', 1)
    await expect(stuck).rejects.toMatchObject(ended)
    expect(await next).toBe(2)
  })

  test('that fills its memory ends its thread alone', async () => {
    pool = open({ silentMs: { asked: 60_000, background: 60_000 } })
    await expect(pool.call(ann, 'fillMemory')).rejects.toMatchObject({ code: 'overloaded' })
    expect(await pool.call(ann, 'double', 2)).toBe(4)
  })

  test('fails as it would in this thread: what a person may read comes through', async () => {
    pool = open()
    await expect(pool.call(ann, 'refuse')).rejects.toMatchObject({
      code: 'own_unreadable',
      userMessage: 'There is no row.',
    })
    await expect(pool.call(ann, 'refuseSource')).rejects.toThrow('sent nothing')
  })

  test('that fails unexpectedly tells where, and never quotes what it read', async () => {
    pool = open()
    const failure = await pool.call(ann, 'quote', 'a secret row').catch((error: Error) => error)
    expect(failure).toBeInstanceOf(Error)
    const { message, stack } = failure as Error
    expect(`${message} ${stack}`).not.toContain('secret')
    expect(message).toBe('A worker failed (SyntaxError)')
    expect(stack).toContain('odd-worker')
  })
})

describe('of many owners', () => {
  test('one whose work is stuck and who sent more holds up nobody else', async () => {
    pool = open({ silentMs: { asked: 60_000, background: 60_000 } })
    const giveUp = new AbortController()
    const order: string[] = []
    const note = (name: string) => () => order.push(name)
    const stuck = pool.call({ ...ann, signal: giveUp.signal }, 'neverEnd').catch(note('stuck'))
    const behind = pool.call(ann, 'double', 1).then(note('behind'))
    await pool.call(bob, 'double', 1).then(note('other'))
    giveUp.abort()
    await Promise.all([stuck, behind])
    expect(order).toEqual(['other', 'stuck', 'behind'])
  })

  test('one place stays free of work in the background', async () => {
    pool = open({ silentMs: { asked: 60_000, background: 60_000 } })
    const giveUp = new AbortController()
    const background = { background: true, signal: giveUp.signal }
    const stuck = ['a', 'b'].map((owner) => pool.call({ owner, ...background }, 'neverEnd'))
    const ends = Promise.allSettled(stuck)
    expect(await pool.call(bob, 'double', 1)).toBe(2)
    giveUp.abort()
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('so many wait and no more: who comes then is asked to try again', async () => {
    pool = open({ silentMs: { asked: 60_000, background: 60_000 } })
    const giveUp = new AbortController()
    const stuck = pool.call({ ...ann, signal: giveUp.signal }, 'neverEnd').catch(() => 'given up')
    const waiting = [pool.call(ann, 'double', 1), pool.call(ann, 'double', 2)]
    await expect(pool.call(ann, 'double', 3)).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterSeconds: 5,
    })
    giveUp.abort()
    expect(await stuck).toBe('given up')
    expect(await Promise.all(waiting)).toEqual([2, 4])
  })

  test('who gives up waiting leaves their place', async () => {
    pool = open({ silentMs: { asked: 60_000, background: 60_000 } })
    const giveUp = new AbortController()
    const stuck = pool.call({ ...ann, signal: giveUp.signal }, 'neverEnd').catch(() => {})
    const left = new AbortController()
    const waiting = pool.call({ ...ann, signal: left.signal }, 'double', 1)
    left.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    giveUp.abort()
    await stuck
    expect(await pool.call(ann, 'double', 4)).toBe(8)
  })
})

describe('a conversation', () => {
  test('answers step by step about the pieces it is given', async () => {
    pool = open()
    expect(await listSteps(pool.converse(ann, measure('a', 'bcd')))).toEqual(['1 letters', '3 letters'])
  })

  test('is told after each step how to go on', async () => {
    pool = open()
    const steps = pool.converse(ann, measure('a', 'bc', 'def'))
    expect(await steps.next()).toEqual({ done: false, value: '1 letters' })
    expect(await steps.next(true)).toEqual({ done: false, value: '2 letters' })
    expect(await steps.next(false)).toEqual({ done: true, value: undefined })
  })

  test('that says nothing any more is ended, and the place where that was is told', async () => {
    pool = open()
    const heard = listSteps(pool.converse(ann, measure('a', 'bc', 'stay', 'd')))
    await expect(heard).rejects.toMatchObject({ ...ended, place: 3 })
    expect(await pool.call(ann, 'double', 3)).toBe(6)
  })

  test('that goes from place to place without a word goes on', async () => {
    pool = open({ silentMs: { asked: 2000, background: 2000 } })
    const wander = { name: 'wander' as const, given: [4000] as [number], pieces: piecesOf() }
    const places: number[] = []
    for await (const place of pool.converse(ann, wander)) places.push(place)
    expect(places).toEqual([expect.any(Number)])
  })

  test('fails as it would in this thread, and as its pieces do', async () => {
    pool = open()
    await expect(listSteps(pool.converse(ann, measure('fail')))).rejects.toThrow(
      'sent what cannot be measured',
    )
    async function* broken() {
      yield 'a'
      throw new Error('the database is away')
    }
    const steps = pool.converse(ann, { ...measure(), pieces: broken() })
    await expect(listSteps(steps)).rejects.toThrow('the database is away')
    expect(await pool.call(ann, 'double', 5)).toBe(10)
  })

  test('that nobody listens to any more frees its place', async () => {
    pool = open()
    for await (const step of pool.converse(ann, measure('a', 'b'))) {
      expect(step).toBe('1 letters')
      break
    }
    expect(await pool.call(ann, 'double', 6)).toBe(12)
  })

  test('goes the same way in this thread', async () => {
    pool = workHere(oddWork)
    expect(await listSteps(pool.converse(ann, measure('a', 'bcd')))).toEqual(['1 letters', '3 letters'])
    expect(await pool.call(ann, 'double', 7)).toBe(14)
  })
})

test('closing ends what runs and what waits', async () => {
  pool = open({ silentMs: { asked: 60_000, background: 60_000 } })
  const work = [pool.call(ann, 'neverEnd'), pool.call(ann, 'double', 1)]
  const ends = Promise.allSettled(work)
  await pool.close()
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
