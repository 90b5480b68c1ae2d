import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import type { BrowserProduct } from './browser-product.ts'

/** The texts of the mails to an address, oldest first: without a mail server they are files in the data folder. */
export async function mailsTo({ dataDir }: BrowserProduct, address: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox')
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
  )
  return mails.filter((mail) => mail.to?.[0]?.address === address).map((mail) => mail.text ?? '')
}

type Wanted = { address: string; page: string; mails?: number }

/** The link to a page in the newest of `mails` mails to an address; they go out after the reply. */
export async function mailedLink(
  product: BrowserProduct,
  { address, page, mails = 1 }: Wanted,
): Promise<string> {
  let link: URL | undefined
  await expect(async () => {
    const found = (await mailsTo(product, address)).flatMap((text) => text.match(/https?:\/\/\S+/gu) ?? [])
    const links = found.map((text) => new URL(text)).filter(({ pathname }) => pathname === page)
    expect(links).toHaveLength(mails)
    link = links.at(-1)
  }).toPass()
  return `${link?.pathname}${link?.search}`
}
