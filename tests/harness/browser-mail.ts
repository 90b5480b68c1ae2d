import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { startBrowserProduct } from './browser-product.ts'
import { test as plain } from './browser-test.ts'

// One product for each worker, which is a process of its own.
const who = `mail-${process.pid}`

/** A test whose product's mails can be read: without a mail server they are files in its data folder. */
export const test = plain.extend({
  product: [
    async ({ browserName }, use) => {
      const product = await startBrowserProduct(`${who}-${browserName}`)
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** The texts of the mails to an address, oldest first. */
export async function mailsTo(address: string): Promise<string[]> {
  const dataDir = (await readdir(tmpdir())).find((name) => name.startsWith(`unmet-${who}-`)) ?? ''
  const outbox = join(tmpdir(), dataDir, 'outbox')
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
  )
  return mails.filter((mail) => mail.to?.[0]?.address === address).map((mail) => mail.text ?? '')
}

/** The link to a page in the newest of `mails` mails to an address; they go out after the reply. */
export async function mailedLink(address: string, page: string, mails = 1): Promise<string> {
  let link: URL | undefined
  await expect(async () => {
    const found = (await mailsTo(address)).flatMap((text) => text.match(/https?:\/\/\S+/gu) ?? [])
    const links = found.map((text) => new URL(text)).filter(({ pathname }) => pathname === page)
    expect(links).toHaveLength(mails)
    link = links.at(-1)
  }).toPass()
  return `${link?.pathname}${link?.search}`
}
