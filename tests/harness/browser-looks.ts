import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './browser-test.ts'

const looks = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
] as const

/** axe and the width of the page, in every look; pictures in the folder SHOTS. */
export async function checkLooks(page: Page, name: string): Promise<void> {
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `pixels wider than a window of ${width}`).toBeLessThanOrEqual(0)
    const folder = process.env.SHOTS
    if (folder !== undefined)
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}
