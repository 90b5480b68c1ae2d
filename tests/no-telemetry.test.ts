import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startProductOn } from './harness/browser-product.ts'
import { guardOutgoing } from './harness/guard-outgoing.ts'
import { outgoingMark } from './harness/outgoing-guard.ts'

// The journeys start the product with the same guard, and fail if a connection leaves this machine.

test.each([
  ['fetch', `await fetch('http://telemetry.example/')`, 'telemetry.example:80'],
  ['a socket', `(await import('node:net')).connect(443, '192.0.2.1').on('error', () => {})`, '192.0.2.1:443'],
  [
    'https',
    `(await import('node:https')).get('https://[2001:db8::1]/').on('error', () => {})`,
    '2001:db8::1',
  ],
  [
    'a thread',
    `const { Worker } = await import('node:worker_threads')
     new Worker("fetch('http://thread.example').catch(() => {})", { eval: true })`,
    'thread.example:80',
  ],
])('the guard detects connections by %s', async (_, program, target) => {
  const words = ['--input-type=module', '--eval', `try { ${program} } catch {}`]
  const { stderr } = await promisify(execFile)(process.execPath, words, {
    env: { PATH: process.env.PATH, ...guardOutgoing },
  })
  expect(stderr).toContain(`${outgoingMark} `)
  expect(stderr).toContain(target)
})

test('a product that is started, searched and stopped opens no outgoing connection', {
  timeout: 120_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'unmet-quiet-'))
  try {
    const product = await startProductOn(dataDir)
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ keyword: 'invoices' })
    expect((await fetch(`${product.url}/api/search`, { method: 'POST', headers, body })).status).toBe(200)
    await product.stop()
    expect(product.log()).not.toContain(outgoingMark)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a product that calls a remote source is detected', { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'unmet-loud-'))
  try {
    const product = await startProductOn(dataDir, { HACKER_NEWS: 'on' })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ keyword: 'invoices' })
    await fetch(`${product.url}/api/search`, { method: 'POST', headers, body })
    await expect(product.stop()).rejects.toThrow(`${outgoingMark} `)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
