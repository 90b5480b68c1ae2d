import { expect, type Page } from '@playwright/test'
import { type BrowserProduct, fromElsewhere } from './browser-product.ts'

/** The user name is an e-mail address, so that an account with this address is protected. */
export const operator = {
  username: 'operator@example.test',
  password: 'harbour lantern 58 quilts',
}

/** The recipient of operator mails without a configured address. */
export const operatorMailbox = 'operator@outbox.invalid'

/** Signs the browser in as the operator, who is created if necessary. */
export async function signInOperator(page: Page): Promise<void> {
  const setup = await page.request.post('/api/admin/setup', { data: operator })
  if (setup.status() === 200) return
  const login = await page.request.post('/api/admin/login', { data: operator })
  expect(login.status(), await login.text()).toBe(200)
}

/** Opens a part of the admin area as the operator. */
export async function openAdmin(page: Page, query = ''): Promise<void> {
  await signInOperator(page)
  await page.goto(`/admin${query}`)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
}

/** Selects a part of the admin area. */
export const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

/** The row of a user in the users table. */
export const userRow = (page: Page, email: string) =>
  page.getByRole('row').filter({ has: page.getByText(email, { exact: true }) })

export type MadeUser = { email: string; password: string; cookie: string }

/** Creates an account outside this browser. */
export async function makeUserElsewhere({ url }: BrowserProduct, email: string): Promise<MadeUser> {
  const password = 'plum teapot orbit 42'
  const reply = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...fromElsewhere({ url }) },
    body: JSON.stringify({ email, password, firstName: 'Grace', lastName: 'Hopper' }),
  })
  expect(reply.status, await reply.text()).toBe(200)
  const cookie = reply.headers.getSetCookie().map((set) => set.split(';')[0])
  return { email, password, cookie: cookie.join('; ') }
}

/** True while the session of this user, who was created outside the browser, is valid. */
export async function isSignedIn({ url }: BrowserProduct, { cookie }: MadeUser): Promise<boolean> {
  return (await fetch(`${url}/api/user`, { headers: { cookie } })).status === 200
}
