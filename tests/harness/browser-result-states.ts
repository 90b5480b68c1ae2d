import { expect, type Page } from '@playwright/test'
import {
  type BrowserState,
  keywords,
  openPage,
  places,
  reading,
  resultList,
  searchAndRead,
} from './browser-states.ts'

/** Opens the first post, and waits for its full text. */
export async function openFirstPost(page: Page): Promise<void> {
  await places(page).first().locator('[data-opens]').click()
  await expect(reading(page).getByRole('region', { name: 'All reasons' })).toBeVisible()
}

/** The brief above the results, once it is loaded. */
export async function findNeeds(page: Page) {
  const needs = page.getByRole('list', { name: 'Needs' })
  await expect(needs).toBeVisible()
  return needs
}

/** Actions on results: open, filter, group, save, and the keyboard help. */
export const resultStates: readonly BrowserState[] = [
  {
    name: 'post-drawer',
    reach: async (page) => {
      await openPage(page)
      await searchAndRead(page, keywords.few)
      await openFirstPost(page)
    },
  },
  {
    name: 'keyboard-help',
    continues: true,
    reach: async (page) => {
      // The brief moves the content below it when it loads.
      await expect(page.getByRole('button', { name: 'Products, people, prices' })).toBeVisible()
      await page.getByRole('button', { name: 'Keyboard help' }).click()
      await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
    },
  },
  {
    name: 'only-saved-none',
    continues: true,
    reach: async (page) => {
      await page.goto(`${page.url()}&saved=1`)
      await expect(page.getByText('No result fits these filters.')).toBeVisible()
    },
  },
  {
    name: 'post-drawer-gone',
    continues: true,
    reach: async (page) => {
      const session = new URL(page.url()).searchParams.get('session')
      await page.goto(`/?q=${keywords.few}&session=${session}&post=sample:none`)
      await expect(page.getByText(/^This post is not available any more/u)).toBeVisible()
    },
  },
  {
    name: 'post-drawer-waiting',
    continues: true,
    reach: async (page) => {
      await page.route('**/posts/**', () => undefined)
      const session = new URL(page.url()).searchParams.get('session')
      await page.goto(`/?q=${keywords.few}&session=${session}&post=sample:none`)
      await expect(page.getByText('Loading the post')).toBeAttached()
    },
  },
  {
    name: 'post-drawer-offline',
    reach: async (page) => {
      await page.route('**/posts/**', (route) => route.abort('internetdisconnected'))
      await openPage(page)
      await searchAndRead(page, keywords.few)
      await places(page).first().locator('[data-opens]').click()
      await expect(page.getByText('The summary from the list is shown below.')).toBeVisible()
    },
  },
  {
    name: 'needs',
    reach: async (page) => {
      await openPage(page)
      await searchAndRead(page, keywords.repeated)
      const needs = await findNeeds(page)
      await needs
        .getByRole('button', { name: /^More about/u })
        .first()
        .click()
      await needs.getByRole('button').first().click()
      await expect(page.getByRole('button', { name: /^Stop showing only the need/u })).toBeVisible()
    },
  },
  {
    name: 'saved-posts',
    reach: async (page) => {
      await openPage(page)
      await searchAndRead(page, keywords.few)
      await resultList(page).getByRole('button', { name: /^Save/u }).first().click()
      await page.getByRole('button', { name: 'Saved posts (1)' }).click()
      await expect(page.getByRole('dialog', { name: 'Saved posts (1)' })).toBeVisible()
    },
  },
]
