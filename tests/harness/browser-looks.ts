import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './browser-test.ts'

/**
 * All rules are checked at each width. The second colour scheme at a width can only break the rules about
 * colours.
 */
export const looks = [
  { width: 1440, height: 900, colorScheme: 'light', rules: 'all' },
  { width: 1440, height: 900, colorScheme: 'dark', rules: 'colours' },
  { width: 390, height: 844, colorScheme: 'dark', rules: 'all' },
  { width: 390, height: 844, colorScheme: 'light', rules: 'colours' },
] as const

export type Look = (typeof looks)[number]

/**
 * Fails on any violation that axe finds at this width and colour scheme, and on a page wider than its window.
 */
export async function checkLook(page: Page, { width, height, colorScheme, rules }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const overflow = await expectAccessible(page, rules)
  expect(overflow, `pixels wider than a window of ${width}`).toBeLessThanOrEqual(0)
}

/**
 * Checks axe and the width of the page at every width and colour scheme. Saves pictures in the folder SHOTS.
 */
export async function checkLooks(page: Page, name: string): Promise<void> {
  for (const look of looks) {
    await checkLook(page, look)
    const { width, colorScheme } = look
    const folder = process.env.SHOTS
    if (folder !== undefined)
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}
