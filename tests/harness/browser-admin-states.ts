import { expect, type Page } from '@playwright/test'
import type { AdminScan } from '#contract/admin-scan.ts'
import { field } from './browser-accounts.ts'
import { openAdmin, operator } from './browser-admin.ts'
import { confirmAddress } from './browser-mail.ts'
import { type BrowserState, openPage, toasts } from './browser-states.ts'

type Product = Parameters<BrowserState['reach']>[1]

/** Sample accounts, including the operator's; registering one twice changes nothing. */
async function makeUsers(page: Page, product: Product): Promise<void> {
  const emails = [
    operator.username,
    'ada-operator@looked-at.test',
    'margaret.hamilton.of.the.long.name-operator@looked-at.test',
  ]
  for (const email of emails) {
    await page.request.post('/api/register', {
      data: { email, password: operator.password, firstName: 'Margaret', lastName: 'Hamilton' },
    })
  }
  await page.request.post('/api/logout')
  await confirmAddress(page, product, operator.username)
}

/** The search keeps these accounts on the first page, even if other journeys create more. */
async function openUsers(page: Page, search = 'operator@'): Promise<void> {
  await openAdmin(page, `?tab=users&search=${search}`)
}

/** Opens the users table and clicks a button of the first unprotected user. */
async function openUserDialog(page: Page, button: RegExp): Promise<void> {
  await openUsers(page, 'ada-operator@looked-at.test')
  await page.getByRole('button', { name: button }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Mocks one response of the page; all others are real. */
async function answer(page: Page, path: string, json: unknown): Promise<void> {
  await page.route(`**/api/admin/${path}`, (route) => route.fulfill({ json }))
}

const wayIn: readonly BrowserState[] = [
  {
    name: 'admin-setup-refused',
    reach: async (page) => {
      await answer(page, 'setup-status', { needsSetup: true, needsSetupCode: true })
      await openPage(page, '/admin/setup')
      await page.getByRole('button', { name: 'Create Admin Account' }).click()
      await expect(page.getByText('The setup code is required')).toBeVisible()
    },
  },
  {
    name: 'admin-login-code',
    reach: async (page) => {
      await answer(page, 'setup-status', { needsSetup: false, needsSetupCode: false })
      await page.route('**/api/admin/login', (route) =>
        route.fulfill({ status: 401, json: { message: 'A code', code: 'second_factor_required' } }),
      )
      await openPage(page, '/admin/login')
      await field(page, 'Username').fill(operator.username)
      await field(page, 'Password').fill(operator.password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(field(page, 'Code')).toBeFocused()
    },
  },
  {
    name: 'admin-forgot',
    reach: async (page) => {
      await answer(page, 'setup-status', { needsSetup: false, needsSetupCode: false })
      await openPage(page, '/admin/login')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await expect(page.getByRole('dialog', { name: 'Reset your admin password' })).toBeVisible()
    },
  },
  { name: 'admin-reset-password', reach: (page) => openPage(page, '/admin/reset-password?token=any') },
  { name: 'admin-reset-link-invalid', reach: (page) => openPage(page, '/admin/reset-password') },
  {
    name: 'admin-checking',
    reach: async (page) => {
      await page.route('**/api/admin/setup-status', () => undefined)
      await page.goto('/admin')
      await expect(page.getByText('Checking admin access...')).toBeVisible()
    },
  },
]

const users: readonly BrowserState[] = [
  {
    name: 'admin-users',
    reach: async (page, product) => {
      await makeUsers(page, product)
      await openUsers(page)
      await expect(page.getByText('Protected Admin Account')).toBeVisible()
    },
  },
  {
    name: 'admin-users-selected',
    continues: true,
    reach: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all non-admin users' }).check()
      await expect(toasts(page).getByText('Admin Users Excluded')).toBeVisible()
      await expect(page.getByText(/selected$/u)).toBeVisible()
    },
  },
  {
    name: 'admin-users-none',
    continues: true,
    reach: async (page) => {
      await openUsers(page, 'zyzzyva')
      await expect(page.getByRole('heading', { name: 'No users match the current filter' })).toBeVisible()
    },
  },
  { name: 'admin-promote', continues: true, reach: (page) => openUserDialog(page, /^Promote to Pro/u) },
  { name: 'admin-reset-user', continues: true, reach: (page) => openUserDialog(page, /^Reset Password/u) },
  {
    name: 'admin-bulk-delete',
    continues: true,
    reach: async (page) => {
      await openUsers(page, 'looked-at')
      await page.getByRole('checkbox', { name: 'Select all non-admin users' }).check()
      await page.getByRole('button', { name: 'Delete Selected' }).click()
      await expect(page.getByRole('dialog', { name: 'Confirm Bulk Delete' })).toBeVisible()
    },
  },
]

/** A scan for which the page shows all of its elements. */
const scanAnswer: AdminScan = {
  missing: null,
  nextScanAt: '2026-11-22T04:00:00.000Z',
  timeZone: 'UTC',
  today: { postsRead: 4321, postsNew: 1234 },
  last30Days: { postsRead: 98_765, postsNew: 43_210 },
  runs: [
    {
      id: 2,
      startedBy: 'schedule',
      startedAt: '2026-11-21T04:00:00.000Z',
      endedAt: null,
      targets: 3,
      done: 1,
      failed: 1,
      postsRead: 4321,
      postsNew: 1234,
    },
  ],
  targets: (['done', 'waiting', 'failed'] as const).map((state) => ({
    source: 'reddit',
    kind: state === 'waiting' ? 'keyword' : 'community',
    value: state === 'waiting' ? 'churn rate' : `community_of_things_${state}`,
    state,
    postsRead: 1000,
    postsNew: 400,
    cutShort: state === 'done',
    reason: state === 'failed' ? 'The source did not answer in time.' : null,
    notes: state === 'done' ? ['Left out of 40 items: 2 have neither a title nor a text.'] : [],
    lastSuccessAt: state === 'done' ? '2026-11-21T04:01:00.000Z' : null,
  })),
  held: (['asking', 'unasked', 'releasing'] as const).map((state) => ({
    source: `forum-${state}.example`,
    posts: 1234,
    heldAt: '2026-11-20T04:00:00.000Z',
    doubted: state === 'asking' ? 60 : 0,
    state,
  })),
  deletion: [
    { source: 'reddit', posts: 12_345, overdue: 12, doubted: 60, oldestCheckAt: '2026-11-19T04:00:00.000Z' },
  ],
  purged30Days: 7,
}

const otherTabs: readonly BrowserState[] = [
  {
    name: 'admin-overview',
    reach: async (page) => {
      await openAdmin(page)
      await expect(page.getByText('Avg Results/Search')).toBeVisible()
      await expect(page.getByRole('img', { name: /^Searches per day/u })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Storage' })).toBeVisible()
      await page.getByText('Show the figures as a table').click()
    },
  },
  {
    name: 'admin-daily-scan',
    reach: async (page) => {
      await answer(page, 'scan', scanAnswer)
      await openAdmin(page)
      const panel = page.getByRole('region', { name: 'Daily scan' })
      await expect(panel.getByText('The source did not answer in time.')).toBeVisible()
      await panel.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'admin-activity-none',
    reach: async (page) => {
      await answer(page, 'search-sessions?*', [])
      await openAdmin(page, '?tab=activity')
      await expect(page.getByRole('heading', { name: 'No search activity found' })).toBeVisible()
    },
  },
  {
    name: 'admin-audit-log',
    reach: async (page) => {
      await openAdmin(page, '?tab=activity&list=audit')
      await expect(
        page.getByRole('table', { name: 'Audit Log' }).getByText(operator.username).first(),
      ).toBeVisible()
    },
  },
  {
    name: 'admin-settings',
    reach: async (page) => {
      await openAdmin(page, '?tab=settings')
      await expect(page.getByRole('switch', { name: 'Sandbox mode' })).toBeVisible()
    },
  },
  {
    name: 'admin-second-factor',
    continues: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click()
      await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(operator.password)
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('img', { name: /^QR code/u })).toBeVisible()
    },
  },
]

/** The admin pages and their dialogs. */
export const adminStates: readonly BrowserState[] = [...wayIn, ...otherTabs, ...users]
