import { expect, type Page } from '@playwright/test'
import { accountMenu, signUpPerson } from '#tests/harness/browser-accounts.ts'
import { openPage, resultList, toasts } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

const tickets = [
  'Subject,Body,Opened,Plan',
  '"Exports, again","I waste hours every week copying invoices into a spreadsheet. Is there a tool for that?",2026-02-03,Team',
  'Thanks,All is well with my plan and your support.,2026-02-04,Solo',
  'Rechnungen,"Ich suche ein Programm, das meine Rechnungen automatisch verschickt und Mahnungen schreibt.",2026-02-05,Solo',
].join('\n')

const stock = [
  'Subject,Body',
  'Is there software to track stock across two shops?,"I run two shops and count stock by hand every night. I need software that tracks stock in both."',
  'Any tool to track stock in several shops?,"We copy the stock of three shops into a spreadsheet each evening. Looking for a tool to track stock."',
  'Which software tracks stock in two shops?,"Every evening we count the stock of two shops by hand. Is there a tool to track stock in both shops?"',
  'Where can I send invoices for stock?,"I need an app that sends invoices to my customers. QuickBooks is too slow and I hate it."',
].join('\n')

const collections = (page: Page) => page.getByRole('list', { name: 'Your collections' })

async function chooseFile(page: Page, name: string, content: string): Promise<void> {
  await page.getByLabel('File').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

test('a person uploads a table, maps its columns, searches it, and deletes it', async ({ page }) => {
  await signUpPerson(page)
  await openPage(page)
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'My material' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My material' })).toBeVisible()
  await page.getByRole('button', { name: 'Next: choose the columns' }).click()
  await expect(page.getByLabel('File')).toHaveAccessibleDescription(/^Choose a file, or paste a text/u)

  await chooseFile(page, 'Tickets 2026.csv', tickets)
  await expect(page.getByLabel('Name of the collection')).toHaveValue('Tickets 2026')
  await page.getByRole('button', { name: 'Next: choose the columns' }).click()
  await expect(page.getByRole('heading', { name: 'What does each column contain?' })).toBeFocused()
  await expect(page.getByLabel('Subject')).toHaveValue('title')
  await expect(page.getByLabel('Body')).toHaveValue('text')
  await expect(page.getByLabel('Opened')).toHaveValue('date')
  await page.getByLabel('Body').selectOption('Not used')
  await expect(page.getByText('Choose at least one column that contains the text.')).toBeVisible()
  await page.getByLabel('Body').selectOption('Text')
  await page.getByRole('button', { name: 'Score these rows' }).click()
  await expect(page.getByRole('heading', { name: 'Your collections' })).toBeFocused()

  await expect(collections(page).getByText('3 rows')).toBeVisible({ timeout: 60_000 })
  await collections(page).getByText('Rows that are not scored').click()
  await expect(collections(page).getByText('1 row not in English: stored, but not scored.')).toBeVisible()
  await expect(resultList(page).getByRole('listitem').first()).toHaveAccessibleName('Exports, again')

  await page.getByLabel('Words').fill('invoices')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/own?q=invoices')
  await expect(resultList(page).getByText('Team')).toBeVisible()
  await expect(resultList(page).getByTitle('Feb 3, 2026')).toBeVisible()
  const opener = resultList(page).getByRole('button', { name: 'Exports, again' })
  await opener.click()
  await expect(page.getByRole('region', { name: 'Text of the row' })).toContainText(
    'I waste hours every week',
  )
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  await openPage(page, '/?q=invoices')
  await page.getByRole('button', { name: 'Find Opportunities' }).click()
  await page.getByRole('link', { name: '1 row of your own material' }).click()
  await expect(page).toHaveURL('/own?q=invoices')

  await collections(page).getByRole('button', { name: 'Delete Tickets 2026' }).click()
  const deletion = Promise.withResolvers<void>()
  const deletions: string[] = []
  await page.route('**/api/own/collections/*', async (route) => {
    deletions.push(route.request().method())
    await deletion.promise
    await route.continue()
  })
  const asked = page.getByRole('dialog', { name: 'Delete “Tickets 2026”?' })
  await asked.getByRole('button', { name: 'Delete it' }).click()
  await expect(asked.getByRole('button', { name: 'Keep it' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: 'Deleting...' }).click({ force: true })
  deletion.resolve()
  await expect(toasts(page).getByText('Collection deleted')).toBeVisible()
  await expect(page.getByText('Nothing yet. What you add will appear here.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your collections' })).toBeFocused()
  expect(deletions).toEqual(['DELETE'])
  await expect(page.getByRole('heading', { name: 'Search your material' })).toBeHidden()
})

test('needs of rows are grouped and filter the list, and the search field follows Back', async ({ page }) => {
  await signUpPerson(page)
  await openPage(page, '/own')
  await chooseFile(page, 'Stock.csv', stock)
  await page.getByRole('button', { name: 'Next: choose the columns' }).click()
  await page.getByRole('button', { name: 'Score these rows' }).click()
  await expect(collections(page).getByText('4 rows')).toBeVisible({ timeout: 60_000 })

  await page.getByLabel('Words').fill('stock')
  await page.getByRole('button', { name: 'Search' }).click()
  const needs = page.getByRole('list', { name: 'Needs', exact: true })
  await expect(needs.getByRole('listitem')).toHaveCount(1)
  await expect(needs.getByText('3 rows, 1 group')).toBeVisible()
  await needs.getByRole('button', { name: '3 rows, 1 group' }).click()
  await expect(resultList(page).getByRole('listitem')).toHaveCount(3)
  await needs.getByRole('button', { name: /^More about the need/u }).click()
  await page.getByRole('list', { name: 'Rows with this need' }).getByRole('button').first().click()
  await expect(page.getByRole('region', { name: 'Text of the row' })).toContainText('stock')
  await page.keyboard.press('Escape')

  await page.getByLabel('Words').fill('invoices')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(resultList(page).getByRole('listitem')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByLabel('Words')).toHaveValue('stock')
  await expect(page.getByRole('heading', { name: '3 rows of this need' })).toBeVisible()
  await needs.getByRole('button', { name: '3 rows, 1 group' }).click()
  await expect(resultList(page).getByRole('listitem')).toHaveCount(4)
})

test('lists are saved and deleted by keyboard, and the focus is not lost', async ({ page }) => {
  await signUpPerson(page)
  await openPage(page, '/lists')
  await page.getByLabel('Text').fill('r/SaaS\nr/startups')
  await page.getByRole('button', { name: 'Read list' }).click()
  const save = page.getByRole('list', { name: 'Lists that were read' }).getByRole('button')
  await save.focus()
  await page.keyboard.press('Enter')
  const saved = page.getByRole('list', { name: 'Saved lists' }).getByRole('listitem')
  await expect(saved).toHaveCount(1)
  await expect(save).toBeFocused()
  await saved.getByRole('button', { name: /^Delete/u }).press('Enter')
  await page.getByRole('button', { name: 'Keep it' }).press('Enter')
  await expect(saved.getByRole('button', { name: /^Delete/u })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete it' }).press('Enter')
  await expect(page.getByText('No lists yet.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Saved lists' })).toBeFocused()
})

test('after a deletion the focus is not on a button that is about to disappear', async ({ page }) => {
  await signUpPerson(page)
  await openPage(page, '/lists')
  await page.getByLabel('Text').fill('r/SaaS\nr/startups')
  await page.getByRole('button', { name: 'Read list' }).click()
  await page.getByRole('list', { name: 'Lists that were read' }).getByRole('button').click()
  const saved = page.getByRole('list', { name: 'Saved lists' }).getByRole('listitem')
  await saved.getByRole('button', { name: /^Delete/u }).click()
  // The deleted list is still shown when the dialog closes.
  await page.route('**/api/lists', (route) => route.abort())
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByRole('heading', { name: 'Saved lists' })).toBeFocused()
  await expect(saved).toHaveCount(1)
})
