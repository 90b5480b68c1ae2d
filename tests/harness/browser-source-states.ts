import { expect, type Page } from '@playwright/test'
import type { ScanKeywords } from '#contract/admin-scan.ts'
import type { AdminSource, AdminSources, TriedSource } from '#contract/admin-sources.ts'
import { field } from './browser-accounts.ts'
import { openAdmin } from './browser-admin.ts'
import { type BrowserState, closeOverlay } from './browser-states.ts'

const facts = {
  terms: 'Each forum has its own: read them before you add it.',
  limits: 'At most 120 calls a minute.',
  rights: 'Every post links to its topic.',
}

const source: AdminSource = {
  id: '7f0c1d0e-51a8-4c7e-9a55-6f0a2f1d8b11',
  kind: 'discourse',
  name: 'forum.example.com',
  address: 'https://forum.example.com',
  title: 'A forum of freelancers with a long name',
  communities: ['features/5', 'wishes/6'],
  everyHours: 24,
  state: 'on',
  addedBy: 'operator',
  lastSuccessAt: '2026-11-21T04:00:00.000Z',
  reason: null,
  notes: [],
  waiting: false,
  posts: 12_345,
  callsLeft: 80,
  overdue: 0,
  notice: null,
  facts,
}

const closing = 'Reddit is closing its API: the public API closes for all in March 2027.'

/** All states of a source. */
const inEachState: AdminSource[] = [
  source,
  { ...source, title: 'A busy forum', waiting: true, overdue: 321 },
  {
    ...source,
    title: 'A feed with odd items',
    notes: [
      'Left out of 40 items: 2 have neither a title nor a text.',
      '3 have no readable date: the day of the first read is used instead.',
    ],
  },
  { ...source, title: 'A broken one', reason: 'features/5: The source refused (status 403).' },
  { ...source, title: 'A quiet one', state: 'paused', lastSuccessAt: null },
  { ...source, title: 'Hacker News', kind: 'hacker-news', state: 'off', notice: 'HACKER_NEWS is off.' },
  { ...source, title: 'One that goes', state: 'removing', posts: 678 },
  { ...source, id: null, title: 'Reddit', kind: 'reddit', addedBy: 'environment', notice: closing },
]
const sources = inEachState.map((one, at) => ({ ...one, name: `${at}.example.com` }))

const listed: AdminSources = {
  sources,
  suggestions: [
    { title: 'Hacker News', address: 'https://news.ycombinator.com', why: 'Founders ask for tools.' },
    { title: 'Questions', address: 'https://superuser.com', why: 'People describe what they need.' },
    { title: 'Wishes', address: 'https://meta.example.com', why: 'A category for wishes.' },
  ],
  readsByItself: true,
}

const tried: TriedSource = {
  kind: 'discourse',
  name: 'forum.example.com',
  address: 'https://forum.example.com',
  title: 'A forum that is new here',
  communities: ['features/5'],
  facts,
  conflict: null,
  notes: ['Left out of 20 items: 2 have neither a title nor a text, 1 is a copy of another.'],
  posts: [82, 55, 12].map((score) => ({
    title: `Is there a tool that does this (${score})?`,
    community: 'forum.example.com: Wishes',
    url: `https://forum.example.com/t/${score}`,
    createdAt: '2026-11-20T10:00:00.000Z',
    score,
    sentence: score === 12 ? null : 'I would pay for something that chases late invoices.',
  })),
}

const scanKeywords: ScanKeywords = {
  keywords: [null, 'GummySearch'].flatMap((list) =>
    ['late invoices', 'a keyword with as many words as there may be'].map((keyword, at) => ({
      id: `00000000-0000-4000-8000-0000000000${at}${list === null ? 0 : 1}`,
      keyword: `${keyword} ${list ?? ''}`.trim(),
      list,
      enabled: at === 0,
    })),
  ),
  most: 200,
}

async function openSources(page: Page): Promise<void> {
  await page.route('**/api/admin/sources', (route) => route.fulfill({ json: listed }))
  await page.route('**/api/admin/scan-keywords', (route) => route.fulfill({ json: scanKeywords }))
  await openAdmin(page, '?tab=sources')
  await expect(page.getByRole('heading', { name: 'One that goes' })).toBeVisible()
}

/** The operator's page of sources. */
export const sourceStates: readonly BrowserState[] = [
  {
    name: 'admin-sources',
    reach: async (page) => {
      await openSources(page)
      await page.getByText('Terms, limits and rights').first().click()
    },
  },
  {
    name: 'admin-source-change',
    continues: true,
    reach: async (page) => {
      await page.getByRole('button', { name: `Change ${source.title}` }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'admin-source-remove',
    continues: true,
    reach: async (page) => {
      await closeOverlay(page)
      await page.getByRole('button', { name: `Remove ${source.title}` }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'admin-keywords-remove',
    continues: true,
    reach: async (page) => {
      await closeOverlay(page)
      await page.getByRole('button', { name: 'Remove all of GummySearch' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'admin-source-tried',
    continues: true,
    reach: async (page) => {
      await closeOverlay(page)
      await page.route('**/api/admin/sources/try', (route) => route.fulfill({ json: tried }))
      await field(page, 'Address').fill('forum.example.com')
      await page.getByRole('button', { name: 'Preview', exact: true }).click()
      await expect(page.getByRole('heading', { name: tried.title })).toBeFocused()
    },
  },
]
