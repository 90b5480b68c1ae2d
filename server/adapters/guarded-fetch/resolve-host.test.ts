import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { hostResolver } from './resolve-host.ts'

const ends: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

type Answer = { status: number; data: Buffer | null } | 'silence'
const types: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }

/** Starts a name server. Resolves to its address and the names that it was asked for. */
async function startNameServer(answer: (type: 'A' | 'AAAA') => Answer) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const nameEnd = query.indexOf(0, 12)
    asked.push(query.subarray(13, nameEnd).toString('latin1'))
    const type = query.readUInt16BE(nameEnd + 1)
    const given = answer(types[type] ?? 'A')
    if (given === 'silence') return
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x81_80 + given.status, 2)
    head.writeUInt16BE(given.data === null ? 0 : 1, 6)
    head.writeUInt32BE(0, 8)
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, given.data?.length ?? 0])
    const parts = [
      head,
      query.subarray(12, nameEnd + 5),
      ...(given.data === null ? [] : [record, given.data]),
    ]
    socket.send(Buffer.concat(parts), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  ends.push(() => new Promise((closed) => socket.close(closed)))
  return { server: `127.0.0.1:${socket.address().port}`, asked }
}

const entered = { isNamed: false, signal: AbortSignal.timeout(20_000) }
const four = { status: 0, data: Buffer.from([192, 0, 2, 7]) }
const six = { status: 0, data: Buffer.from('20010db8000000000000000000000007', 'hex') }
const none = { status: 0, data: null }

test('a host has the addresses of both families', async () => {
  const { server } = await startNameServer((type) => (type === 'A' ? four : six))
  expect(await hostResolver([server])('forum.example', entered)).toEqual([
    { address: '192.0.2.7', family: 4 },
    { address: '2001:db8::7', family: 6 },
  ])
})

test.each([
  ['IPv4', four, none, '192.0.2.7'],
  ['IPv6', none, six, '2001:db8::7'],
])('a host with %s only has these addresses', async (_family, a, aaaa, address) => {
  const { server } = await startNameServer((type) => (type === 'A' ? a : aaaa))
  const found = await hostResolver([server])('forum.example', entered)
  expect(found.map((one) => one.address)).toEqual([address])
})

const failure = { status: 2, data: null }

test.each([
  ['does not exist', { status: 3, data: null }, { status: 3, data: null }, 'ENOTFOUND'],
  ['has no address', none, none, 'ENOTFOUND'],
  ['has a name server that fails', failure, failure, 'EAI_AGAIN'],
  ['may have addresses of the other family', none, failure, 'EAI_AGAIN'],
])('a host that %s is reported', async (_what, a, aaaa, code) => {
  const { server } = await startNameServer((type) => (type === 'A' ? a : aaaa))
  await expect(hostResolver([server])('forum.example', entered)).rejects.toMatchObject({ code })
})

test('silent name servers delay no other lookup, and end with the signal', async () => {
  const { server, asked } = await startNameServer(() => 'silence')
  const stop = new AbortController()
  const resolve = hostResolver([server])
  const held = Array.from({ length: 40 }, (_, at) =>
    resolve(`held${at}.example`, { isNamed: false, signal: stop.signal }),
  )
  const failures = Promise.allSettled(held)
  // If the system's resolver looked up these hosts, it would answer for localhost only after them.
  expect(await resolve('localhost', entered)).not.toEqual([])
  await expect.poll(() => new Set(asked).size).toBe(40)
  stop.abort()
  expect((await failures).map((one) => one.status)).toEqual(held.map(() => 'rejected'))
})

test('hosts that the operator has listed, and local names, are resolved by the system', async () => {
  const { server, asked } = await startNameServer(() => four)
  const resolve = hostResolver([server])
  const listed = resolve('unmet.invalid', { isNamed: true, signal: entered.signal })
  await expect(listed).rejects.toMatchObject({ syscall: 'getaddrinfo' })
  expect((await resolve('localhost', entered)).map((one) => one.address)).toContain('127.0.0.1')
  // The system may know these names or not.
  for (const host of ['localhost.', 'unmet.localhost']) await resolve(host, entered).catch(() => {})
  expect(asked).toEqual([])
})
