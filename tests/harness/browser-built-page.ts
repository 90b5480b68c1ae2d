import type { Page } from '@playwright/test'

/** Gives a built page a sign that somebody is there, and waits until the app has taken over. */
export async function wakePage(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'eventReplay' in globalThis))) return
  await page.mouse.move(2, 2)
  await page.mouse.move(4, 4)
  await page.waitForFunction(() => !('eventReplay' in globalThis))
}
