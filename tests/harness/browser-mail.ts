import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import PostalMime from 'postal-mime'

type Product = { dataDir: string }

/** The mails to an address, oldest first: without a mail server they are files in the data folder. */
export async function mailsTo({ dataDir }: Product, address: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox')
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
  )
  return mails.filter((mail) => mail.to?.[0]?.address === address).map((mail) => mail.text ?? '')
}

type Wanted = { address: string; page: string; mails?: number }

/**
 * The link to a page in the newest mail to an address. Waits for `mails` mails, because mails are sent after
 * the reply.
 */
export async function mailedLink(product: Product, { address, page, mails = 1 }: Wanted): Promise<string> {
  let link: URL | undefined
  await expect(async () => {
    const found = (await mailsTo(product, address)).flatMap((text) => text.match(/https?:\/\/\S+/gu) ?? [])
    const links = found.map((text) => new URL(text)).filter(({ pathname }) => pathname === page)
    expect(links).toHaveLength(mails)
    link = links.at(-1)
  }).toPass()
  return `${link?.pathname}${link?.search}`
}

/** Confirms an address with the link of its first mail. */
export async function confirmAddress(page: Page, product: Product, address: string): Promise<void> {
  const link = await mailedLink(product, { address, page: '/verify-email' })
  const token = new URL(link, 'http://site.invalid').searchParams.get('token')
  const reply = await page.request.post('/api/verify-email', { data: { token } })
  expect([200, 400]).toContain(reply.status())
}
