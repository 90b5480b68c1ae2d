import { expect, type Page } from '@playwright/test'
import { signUpPerson } from './browser-accounts.ts'
import { type BrowserState, openPage, resultList } from './browser-states.ts'

const tickets = [
  'Subject,Body,Opened,Plan',
  '"Exports, again","I waste hours every week copying invoices into a spreadsheet. Is there a tool for that?",2026-02-03,Team',
  'Thanks,All is well with my plan and your support.,2026-02-04,Solo',
  'Reminders,"Nobody pays on time, so every Friday I write reminders by hand. I would pay for something that does it.",2026-02-05,Solo',
  'Is there software to track stock across two shops?,"I run two shops and count stock by hand every night. I need software that tracks stock in both.",2026-02-06,Team',
  'Any tool to track stock in several shops?,"We copy the stock of three shops into a spreadsheet each evening. Looking for a tool to track stock.",2026-02-07,Solo',
  'Which software tracks stock in two shops?,"Every evening we count the stock of two shops by hand. Is there a tool to track stock in both shops?",2026-02-08,Solo',
].join('\n')

async function sendTickets(page: Page): Promise<void> {
  const buffer = Buffer.from(tickets)
  await page.getByLabel('File').setInputFiles({ name: 'Tickets 2026.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Next: choose the columns' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('title')
}

/** A user's own material, from the first upload to search results. */
export const ownStates: readonly BrowserState[] = [
  {
    name: 'own-material-empty',
    reach: async (page) => {
      await signUpPerson(page)
      await openPage(page, '/own')
      await expect(page.getByText('Nothing yet. What you add will appear here.')).toBeVisible()
    },
  },
  { name: 'own-material-columns', continues: true, reach: sendTickets },
  {
    name: 'own-material-results',
    continues: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Score these rows' }).click()
      await expect(resultList(page).getByRole('heading', { name: 'Exports, again' })).toBeVisible({
        timeout: 60_000,
      })
      const needs = page.getByRole('list', { name: 'Needs', exact: true })
      await needs.getByRole('button', { name: /^More about the need/u }).click()
      await needs.getByRole('button', { name: /3 rows/u }).click()
      await expect(page.getByRole('heading', { name: '3 rows of this need' })).toBeVisible()
    },
  },
  {
    name: 'lists-read',
    reach: async (page) => {
      await signUpPerson(page)
      await openPage(page, '/lists')
      await page
        .getByLabel('Text')
        .fill('Audience,Subreddit,Keyword\nFounders,r/SaaS,late invoices\nFounders,r/startups,\n')
      await page.getByRole('button', { name: 'Read list' }).click()
      await expect(page.getByRole('heading', { name: 'Found 1 list and 1 keyword' })).toBeFocused()
      await page.getByRole('button', { name: 'Save founders' }).click()
      await expect(page.getByRole('link', { name: 'Search this list (founders)' })).toBeVisible()
    },
  },
]
