import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startAnyServer } from '#tests/harness/any-server.ts'
import { AddressRefused, AnswerRefused, type NamedHosts } from './allowed-address.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { Resolve } from './resolve-host.ts'

const signal = () => AbortSignal.timeout(5000)
const leadsTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** A resolver that returns another address for each query. */
const leadsToNext =
  (answers: string[]): Resolve =>
  async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]

type Own = { named?: NamedHosts; resolve?: Resolve; mostBytes?: number }
const guard = (own: Own = {}) => guardedFetch({ named: [], types: /^text\/plain$/u, ...own })
const ask = (address: string, own: Own = {}) => guard(own)(address, { signal: signal() })

describe('forty ways to write or reach an address that is not to be asked', () => {
  const port = (address: string) => address.replace('PORT', '8080')

  test.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://127.0.1:PORT/',
    'http://127.255.255.254:PORT/',
    'http://2130706433:PORT/',
    'http://017700000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0177.0.0x0.1:PORT/',
    'http://0x7f.0.0.1:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7F.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://１２７。０。０。１:PORT/',
    'http://%31%32%37.0.0.1:PORT/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://[::1]:PORT/',
    'http://[0:0:0:0:0:0:0:1]:PORT/',
    'http://[::]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[64:ff9b::127.0.0.1]:PORT/',
    'http://[64:ff9b:1::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]:PORT/',
    'http://[fe80::1]:PORT/',
    'http://[fec0::1]:PORT/',
    'http://[fd00:ec2::254]:PORT/',
    'http://[ff02::1]:PORT/',
    'http://localhost:PORT/',
    'http://LOCALHOST.:PORT/',
    'http://10.0.0.1:PORT/',
    'http://172.31.255.255:PORT/',
    'http://192.168.1.1:PORT/',
    'http://100.64.0.1:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/latest/meta-data/',
    'http://100.100.100.200/latest/meta-data/',
    'http://168.63.129.16/',
    'http://255.255.255.255:PORT/',
    'http://example.test@127.0.0.1:PORT/',
    'http://127.0.0.1:PORT\\@example.test/',
    'http:127.0.0.1:PORT/',
    'http:////127.0.0.1:PORT/',
    'ftp://127.0.0.1:PORT/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/_x',
    'data:text/plain,x',
    'http://example.test:25/',
    'http://example.test:6667/',
  ])('%s', async (address) => {
    await expect(ask(port(address), { resolve: leadsTo('127.0.0.1') })).rejects.toThrow(AddressRefused)
  })

  test.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['loopback beside a public address', ['93.184.215.14', '127.0.0.1']],
    ['loopback as IPv4 in IPv6', ['::ffff:127.0.0.1']],
    ['loopback through NAT64', ['64:ff9b::7f00:1']],
    ['a link with a zone', ['fe80::1%lo']],
    ['a private network', ['10.1.2.3']],
    ['what is no address', ['localhost']],
  ])('a name that leads to %s', async (_name, addresses) => {
    await expect(ask('http://example.test/', { resolve: leadsTo(...addresses) })).rejects.toThrow(
      AddressRefused,
    )
  })
})

describe('what nobody can reach by a trick', () => {
  test('a name whose answer changes is connected to at the address that was checked, asked once', async () => {
    const { port, requests } = await startAnyServer((_request, response) => response.end('posts'))
    const answers = ['127.0.0.1', '169.254.169.254']
    const resolve = leadsToNext(answers)
    const call = guard({ resolve, named: ['rebinding.test'] })
    const answer = await call(`http://rebinding.test:${port}/`, { signal: signal() })
    expect([await answer.text(), requests, answers]).toEqual(['posts', ['/'], ['169.254.169.254']])
    await expect(call(`http://rebinding.test:${port}/`, { signal: signal() })).rejects.toThrow(AddressRefused)
  })

  test.each([
    ['another host', 'http://other.test/'],
    ['another port', 'http://127.0.0.1:1/'],
    ['another spelling of loopback', 'http://localhost/'],
    ['metadata', '//169.254.169.254/latest'],
    ['a file', 'file:///etc/passwd'],
    ['a user', 'http://user@127.0.0.1:PORT/'],
    ['nonsense', 'http://'],
  ])('a redirect to %s is not followed', async (_name, location) => {
    const server = await startAnyServer((_request, response) =>
      response.writeHead(302, { location: location.replace('PORT', `${server.port}`) }).end(),
    )
    const call = ask(`http://127.0.0.1:${server.port}/`, { named: [`127.0.0.1:${server.port}`] })
    await expect(call).rejects.toThrow(/redirects to|no user|with a user/u)
    expect(server.requests).toEqual(['/'])
  })

  test('redirects without end stop', async () => {
    const { port, requests } = await startAnyServer((_request, response) =>
      response.writeHead(301, { location: '/again' }).end(),
    )
    await expect(ask(`http://127.0.0.1:${port}/`, { named: ['127.0.0.1'] })).rejects.toThrow('without end')
    expect(requests).toHaveLength(4)
  })

  test('a named host may be private, and still not the place where clouds keep keys', async () => {
    const named = ['intranet.test']
    const metadata = leadsTo('169.254.169.254')
    await expect(ask('http://intranet.test/', { named, resolve: metadata })).rejects.toThrow(AddressRefused)
    const { port } = await startAnyServer((_request, response) => response.end('posts'))
    const answer = await ask(`http://intranet.test:${port}/`, { named, resolve: leadsTo('127.0.0.1') })
    expect(await answer.text()).toBe('posts')
  })

  test('a host named with a port is asked there only', async () => {
    await expect(ask('http://127.0.0.1:8081/', { named: ['127.0.0.1:8080'] })).rejects.toThrow(
      'PRIVATE_HOSTS',
    )
  })
})

describe('an answer', () => {
  const from = async (answer: Parameters<typeof startAnyServer>[0], own: Own = {}) => {
    const { port } = await startAnyServer(answer)
    return ask(`http://127.0.0.1:${port}/`, { named: ['127.0.0.1'], ...own })
  }

  test('is given as it is, also packed and after a redirect on the same host', async () => {
    const answer = await from(({ url }, response) => {
      if (url === '/') response.writeHead(308, { location: '/feed' }).end()
      else {
        response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip', etag: '"1"' })
        response.end(gzipSync('posts'))
      }
    })
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([200, '"1"', 'posts'])
  })

  test('that is not modified has no body', async () => {
    expect((await from((_request, response) => response.writeHead(304).end())).status).toBe(304)
  })

  test('that unpacks to more than the bound is refused before it is unpacked whole', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const before = process.memoryUsage().arrayBuffers
    const call = from((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    await expect(call).rejects.toThrow('more than 8 MB')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024)
  })

  test('that unpacks to more than a small bound is counted after unpacking', async () => {
    const body = gzipSync(Buffer.alloc(2 * 1024 * 1024))
    const call = from(
      (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
      { mostBytes: 1024 * 1024 },
    )
    await expect(call).rejects.toThrow('more than 1 MB')
  })

  test.each<[string, Parameters<typeof startAnyServer>[0], string]>([
    [
      'longer than the bound',
      (_q, response) => void response.end(Buffer.alloc(9 * 1024 * 1024)),
      'than 8 MB',
    ],
    [
      'announced longer than the bound',
      (_q, response) => void response.writeHead(200, { 'content-length': `${2 ** 40}` }).write('x'),
      'than 8 MB',
    ],
    [
      'of another type',
      (_q, response) => void response.writeHead(200, { 'content-type': 'video/mp4' }).end('x'),
      '"video/mp4"',
    ],
    [
      'packed twice',
      (_q, response) => void response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end('x'),
      'packed',
    ],
  ])('%s is refused', async (_name, answer, message) => {
    const call = from(answer)
    await expect(call).rejects.toThrow(AnswerRefused)
    await expect(call).rejects.toThrow(message)
  })

  test.each<[string, Parameters<typeof startAnyServer>[0]]>([
    ['never comes', () => {}],
    ['never ends', (_q, response) => void response.writeHead(200).write('x')],
  ])('that %s ends with the time of the caller', async (_name, answer) => {
    const { port } = await startAnyServer(answer)
    const call = guard({ named: ['127.0.0.1'] })(`http://127.0.0.1:${port}/`, {
      signal: AbortSignal.timeout(100),
    })
    await expect(call).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
  })

  test('of a name server that hangs ends with the time of the caller', async () => {
    const call = guard({ resolve: () => new Promise(() => {}) })('http://example.test/', {
      signal: AbortSignal.timeout(50),
    })
    await expect(call).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
  })
})
