import type { Page } from '@playwright/test'

/** Interacts with a prerendered page, and waits for hydration. */
export async function wakePage(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'eventReplay' in globalThis))) return
  await page.mouse.move(2, 2)
  await page.mouse.move(4, 4)
  await page.waitForFunction(() => !('eventReplay' in globalThis))
}
