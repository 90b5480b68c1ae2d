import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startControlledStandIn } from '#tests/harness/stand-in-control.ts'
import { connectSdk, makeStandInShop, proCheckout } from '#tests/harness/stand-in-shop.ts'
import { standInPriceId } from './start-stand-in.ts'

describe('the state of the stand-in', () => {
  let folder: string
  let stateFile: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stand-in-'))
    stateFile = join(folder, 'payments', 'stand-in.json')
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('payments are kept after a restart, and open pages move to the new address', async () => {
    const before = await makeStandInShop({ stateFile })
    const { id: customer } = await before.sandbox.customers.create({}, { idempotencyKey: 'k1' })
    const paid = await before.sandbox.checkout.sessions.create(proCheckout(customer))
    await before.standIn.control.sandbox.payCheckout(paid.id)
    const open = await before.sandbox.checkout.sessions.create(proCheckout(customer))
    await before.close()
    const after = await makeStandInShop({ stateFile })
    try {
      const list = await after.sandbox.subscriptions.list({ customer })
      expect(list.data).toMatchObject([{ status: 'active', metadata: { userId: 'user-1' } }])
      const moved = await after.sandbox.checkout.sessions.retrieve(open.id)
      expect(moved.url).toBe(`${after.standIn.url}/c/pay/${open.id}`)
      expect((await after.sandbox.customers.create({}, { idempotencyKey: 'k1' })).id).toBe(customer)
      expect(await readdir(join(folder, 'payments'))).toEqual(['stand-in.json'])
    } finally {
      await after.close()
    }
  })

  test('a changed price of Pro applies from the next start', async () => {
    for (const priceCents of [199, 299]) {
      const standIn = await startControlledStandIn({ nodeEnv: 'test', stateFile, priceCents })
      const price = await connectSdk(standIn, 'sandbox').prices.retrieve(standInPriceId)
      await standIn.close()
      expect(price.unit_amount).toBe(priceCents)
    }
  })

  test('a reply is sent only after its change is on disk', async () => {
    const shop = await makeStandInShop({ stateFile })
    try {
      const { id } = await shop.sandbox.customers.create()
      const copied = join(folder, 'copy.json')
      await copyFile(stateFile, copied)
      const copy = await startControlledStandIn({ nodeEnv: 'test', stateFile: copied })
      const found = await connectSdk(copy, 'sandbox').customers.retrieve(id)
      expect(found.id).toBe(id)
      await copy.close()
    } finally {
      await shop.close()
    }
  })

  test('undelivered webhooks are delivered after a restart, once their target is known', async () => {
    const before = await makeStandInShop({ stateFile })
    before.standIn.control.webhooks.hold()
    await before.sandbox.customers.create()
    await before.close()
    const after = await makeStandInShop({ stateFile })
    try {
      await after.standIn.control.webhooks.settled()
      expect(after.receiver.received.map((one) => JSON.parse(one.body).type)).toEqual(['customer.created'])
    } finally {
      await after.close()
    }
  })

  test('an unreadable state file is reported and not changed, and the stand-in runs without it', async () => {
    const broken = join(folder, 'broken.json')
    await writeFile(broken, '{"version":1,')
    const lines: string[] = []
    const shop = await makeStandInShop({ stateFile: broken, log: (line) => lines.push(line) })
    await shop.sandbox.customers.create()
    await shop.close()
    expect(lines).toEqual([
      `The payment stand-in cannot read ${broken}: it is not a state file; delete it to start again. It continues without the file.`,
    ])
    expect(await readFile(broken, 'utf8')).toBe('{"version":1,')
  })

  test('a failed write of the state is reported once, and payments continue in memory', async () => {
    const file = join(folder, 'blocked.json')
    await mkdir(`${file}.new`)
    const lines: string[] = []
    const shop = await makeStandInShop({ stateFile: file, log: (line) => lines.push(line) })
    const { id } = await shop.sandbox.customers.create()
    expect((await shop.sandbox.customers.retrieve(id)).id).toBe(id)
    await rm(`${file}.new`, { recursive: true })
    await shop.sandbox.customers.create()
    await shop.close()
    expect(lines).toEqual([
      `The payment stand-in cannot write ${file}: EISDIR. It continues in memory.`,
      `The payment stand-in writes ${file} again`,
    ])
    expect(await readFile(file, 'utf8')).toContain(id)
  })
})
