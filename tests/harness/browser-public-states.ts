import { expect } from '@playwright/test'
import { type BrowserState, openPage } from './browser-states.ts'

/** The public pages and their dialogs. */
export const publicStates: readonly BrowserState[] = [
  {
    name: 'landing-filters',
    reach: async (page) => {
      await openPage(page)
      await page.getByLabel('Minimum SaaS potential').fill('60')
      await page.getByRole('button', { name: /^Workaround/u }).click()
      await page.getByRole('heading', { name: 'Try the Pro controls' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'landing-filters-nothing-fits',
    continues: true,
    reach: async (page) => {
      await page.getByLabel('Minimum advanced score').fill('100')
      await expect(page.getByText('No sample matches all filters.')).toBeVisible()
    },
  },
  {
    name: 'landing-dialog',
    continues: true,
    reach: async (page) => {
      await page.getByRole('link', { name: 'Start for free' }).click()
      await expect(page.getByRole('dialog', { name: 'Create your free account' })).toBeVisible()
    },
  },
  { name: 'privacy', reach: (page) => openPage(page, '/privacy') },
  { name: 'terms', reach: (page) => openPage(page, '/terms') },
  { name: 'contact', reach: (page) => openPage(page, '/contact') },
  { name: 'scoring-page', reach: (page) => openPage(page, '/scoring') },
  {
    name: 'developers-page',
    reach: async (page) => {
      await openPage(page, '/developers')
      await page.getByText('Search posts for a keyword').click()
      await page
        .getByRole('region', { name: 'Search posts for a keyword' })
        .getByRole('tab', { name: 'TypeScript' })
        .click()
    },
  },
]
