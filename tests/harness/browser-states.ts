import { expect, type Page } from '@playwright/test'
import { signUpPerson } from './browser-accounts.ts'
import { wakePage } from './browser-built-page.ts'

/**
 * A state of the page and the steps that reach it. The steps begin in a fresh browser or, if the state
 * `continues`, in a wide window that shows the previous state of the list. `dataDir` is where the product
 * stores its mails.
 */
export type BrowserState = {
  name: string
  continues?: true
  reach: (page: Page, product: { dataDir: string }) => Promise<void>
}

/**
 * Keywords for the starter collection: contained in many posts, in a few posts (axe is slow with many), only
 * partly in posts, and in none.
 */
export const keywords = {
  found: 'time tracking',
  /** Three sample posts with this keyword have the same need. */
  repeated: 'reminders',
  few: 'donor',
  related: 'spreadsheet invoice clients weekend',
  absent: 'zyzzyva',
}

const box = (page: Page) => page.getByRole('searchbox', { name: 'Keyword' })

/** The toast region; screen readers get a copy of its text elsewhere on the page. */
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** The tooltip of a highlight, by its points. */
export const tooltip = (page: Page, words: string | null) =>
  page.getByRole('presentation').getByText(words ?? 'a mark without evidence')

/** Opens a page and waits for rendering and hydration, which come after the load event. */
export async function openPage(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await wakePage(page)
}

/** Types a keyword and submits it. */
export async function searchFor(page: Page, keyword: string): Promise<void> {
  await box(page).fill(keyword)
  await page.getByRole('button', { name: 'Find Opportunities' }).click()
}

/** Searches and waits for the results. */
export async function searchAndRead(page: Page, keyword: string): Promise<void> {
  await searchFor(page, keyword)
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
}

/** Uses up a visitor's two daily searches; the results of the second stay open. */
export async function searchOut(page: Page): Promise<void> {
  await searchAndRead(page, keywords.few)
  await searchAndRead(page, keywords.related)
  await expect(page.getByText('Free searches used up today')).toBeVisible()
}

/** The list of results; a need or a filter reduces it. */
export const resultList = (page: Page) => page.getByRole('list', { name: 'Results', exact: true })

/** The rows of the list, also while something covers them. */
export const places = (page: Page) => page.locator('ol[aria-label="Results"] > li[data-post]')

/** The open post: beside the list in a wide window, in a drawer in a narrow one. */
export const reading = (page: Page) => page.locator('[data-reading]')

/** Closes a dialog or menu with the keyboard. */
export async function closeOverlay(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator('[role=dialog], [role=menu]')).toHaveCount(0)
}

/** Opens the profile of a new user. */
async function openProfile(page: Page): Promise<void> {
  await signUpPerson(page)
  await openPage(page, '/profile')
  await expect(page.getByRole('list', { name: 'Signed-in browsers' })).toBeVisible()
}

/** Opens the home page of a new user, once its statistics are loaded. */
async function openHome(page: Page): Promise<void> {
  await signUpPerson(page)
  await openPage(page)
  await expect(page.getByText('2 of 2 free searches remaining this month')).toBeVisible()
  await expect(page.getByText('No searches yet')).toBeVisible()
}

/** The account pages and their dialogs. */
const accountStates: readonly BrowserState[] = [
  { name: 'sign-in', reach: (page) => openPage(page, '/auth') },
  {
    name: 'sign-up-refused',
    continues: true,
    reach: async (page) => {
      await page.getByRole('tab', { name: 'Sign Up' }).click()
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expect(page.getByText('First name is required')).toBeVisible()
    },
  },
  { name: 'provider-failed', reach: (page) => openPage(page, '/auth?error=provider_refused') },
  {
    name: 'forgot-password',
    reach: async (page) => {
      await openPage(page, '/auth/login')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await expect(page.getByRole('dialog', { name: 'Reset your password' })).toBeVisible()
    },
  },
  { name: 'reset-password', reach: (page) => openPage(page, '/reset-password?token=any') },
  { name: 'reset-link-invalid', reach: (page) => openPage(page, '/reset-password') },
  { name: 'email-confirmation', reach: (page) => openPage(page, '/verify-email?token=any') },
  {
    name: 'email-not-confirmed',
    continues: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Confirm my address' }).click()
      await expect(page.getByRole('heading', { name: 'Email not confirmed' })).toBeVisible()
    },
  },
  { name: 'profile-signed-out', reach: (page) => openPage(page, '/profile') },
  { name: 'home', reach: openHome },
  {
    name: 'account-menu',
    continues: true,
    reach: async (page) => {
      await page.getByRole('button', { name: /^Account menu/u }).click()
      await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
    },
  },
  {
    name: 'signed-in-results',
    continues: true,
    reach: async (page) => {
      await closeOverlay(page)
      await searchAndRead(page, keywords.few)
      await expect(page.getByText('1 of 2 free searches remaining this month')).toBeVisible()
      await expect(page.getByRole('link', { name: new RegExp(`“${keywords.few}”`, 'u') })).toBeVisible()
    },
  },
  {
    name: 'monthly-limit',
    continues: true,
    reach: async (page) => {
      await searchFor(page, keywords.related)
      await expect(page.getByText('Monthly limit reached')).toBeVisible()
    },
  },
  { name: 'profile', reach: openProfile },
  {
    name: 'delete-account',
    continues: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Delete account' }).click()
      await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
    },
  },
  {
    name: 'auth-prompt',
    reach: async (page) => {
      await openPage(page)
      await searchOut(page)
      await searchFor(page, keywords.few)
      await expect(page.getByRole('link', { name: 'Continue with Free Account' })).toBeVisible()
    },
  },
]

export const browserStates: readonly BrowserState[] = [
  { name: 'start', reach: (page) => openPage(page) },
  {
    name: 'nine-words',
    continues: true,
    reach: async (page) => {
      await box(page).fill('one two three four five six seven eight nine')
    },
  },
  {
    name: 'offline',
    continues: true,
    reach: async (page) => {
      await page.context().setOffline(true)
      await searchFor(page, keywords.found)
      await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    },
  },
  {
    name: 'failed',
    continues: true,
    reach: async (page) => {
      await page.context().setOffline(false)
      await page.route(/\/api\/search(-stream)?$/u, (route) => route.abort('connectionrefused'))
      await searchFor(page, keywords.found)
      await expect(page.getByRole('heading', { name: 'The search failed' })).toBeVisible()
    },
  },
  {
    name: 'nothing-found',
    continues: true,
    reach: async (page) => {
      await page.unrouteAll()
      await searchFor(page, keywords.absent)
      await expect(page.getByRole('heading', { name: /Nothing found/u })).toBeVisible()
    },
  },
  {
    name: 'searching',
    reach: async (page) => {
      await page.route(/\/api\/search(-stream)?$/u, () => undefined)
      await openPage(page)
      await searchFor(page, keywords.found)
      await expect(page.getByRole('button', { name: 'Finding Opportunities...' })).toBeVisible()
    },
  },
  {
    name: 'results',
    reach: async (page) => {
      await openPage(page)
      await searchAndRead(page, keywords.few)
    },
  },
  {
    name: 'results-explained',
    continues: true,
    reach: async (page) => {
      const mark = reading(page).locator('p mark[tabindex="0"]').first()
      // If the pointer stays over another highlight, the tooltip stays there.
      await page.mouse.move(0, 0)
      // When the full post arrives, the text may render again and lose the focus.
      await expect(async () => {
        await mark.blur()
        await mark.focus()
        await expect(tooltip(page, await mark.getAttribute('data-evidence'))).toBeVisible({ timeout: 2_000 })
      }).toPass()
    },
  },
  {
    name: 'related',
    reach: async (page) => {
      await openPage(page)
      await searchAndRead(page, keywords.related)
      await page
        .getByText(/^(Without|Related words)/)
        .first()
        .scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'limit-reached',
    reach: async (page) => {
      await openPage(page)
      await searchOut(page)
      await expect(page.getByText('Free searches used up today')).toBeVisible()
    },
  },
  {
    name: 'expired',
    reach: async (page) => {
      await page.goto(`/?q=invoice&session=${'A'.repeat(43)}`)
      await expect(page.getByRole('heading', { name: "Couldn't load original results" })).toBeVisible()
    },
  },
  { name: 'not-found', reach: (page) => openPage(page, '/no/such/page') },
  ...accountStates,
]
