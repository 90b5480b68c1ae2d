import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKeyOf, signUpPro } from '#tests/harness/key-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const program = join(import.meta.dirname, '../node_modules/@modelcontextprotocol/conformance/dist/index.js')

let product: TestApp
let withKey: Server
let url = ''

/** Adds a key to every request, because the suite cannot. The rest of a request is passed on unchanged. */
function addKey(key: string, port: number): Server {
  return createServer((asked, reply) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` }
    const passed = request({ host: '127.0.0.1', port, path: asked.url, method: asked.method, headers })
    passed.on('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    passed.on('error', () => reply.destroy())
    asked.pipe(passed)
  })
}

beforeAll(async () => {
  product = await openTestApp()
  const { secret } = await makeKeyOf(product.app, await signUpPro(product))
  const place = new URL(await product.app.listen({ port: 0, host: '127.0.0.1' }))
  withKey = addKey(secret, Number(place.port)).listen(0, '127.0.0.1')
  await once(withKey, 'listening')
  url = `http://localhost:${(withKey.address() as AddressInfo).port}/mcp`
})
afterAll(async () => {
  withKey.closeAllConnections()
  withKey.close()
  await product.close()
})

test.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
  'the protocol\'s own suite accepts "%s"',
  async (scenario) => {
    const args = [program, 'server', '--url', url, '--scenario', scenario]
    const child = spawn(process.execPath, args, { cwd: product.dataDir })
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    expect(child.exitCode, `${stdout}\n${stderr}`).toBe(0)
    expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/u)
  },
)
