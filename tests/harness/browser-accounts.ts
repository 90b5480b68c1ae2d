import { expect, type Page } from '@playwright/test'

export type BrowserPerson = { firstName: string; lastName: string; email: string; password: string }

/** A user without an account. */
export function makeBrowserPerson(): BrowserPerson {
  const email = `ada.${crypto.randomUUID().slice(0, 13)}@example.test`
  return { firstName: 'Ada', lastName: 'Lovelace', email, password: 'plum teapot orbit 42' }
}

/** Creates an account and signs the browser in, without the forms. */
export async function signUpPerson(page: Page): Promise<BrowserPerson> {
  const person = makeBrowserPerson()
  const reply = await page.request.post('/api/register', { data: person })
  expect(reply.status(), await reply.text()).toBe(200)
  return person
}

/** A field by its exact label, because the button that shows a password repeats the label. */
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

export const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/u })

/** Fills in and submits the form of the sign-in page. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}
