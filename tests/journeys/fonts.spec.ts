import { expect, type Page } from '@playwright/test'
import { openPage, places, searchAndRead } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

/** Arrows, symbols and scripts that the page's font lacks: each machine uses its own fonts for them. */
const elsewhere = '→ ✓ ⅔ 日本語 한국어 हिन्दी ไทย עברית العربية ၜ 🙂'

/**
 * Kinds of text whose lines might be taller in a fallback font, which would shift the content below. Each is
 * measured alone, on one line.
 */
const tallerLines = (page: Page) =>
  page.evaluate((written) => {
    const blockOf = (one: HTMLElement): HTMLElement =>
      getComputedStyle(one).display === 'inline' && one.parentElement ? blockOf(one.parentElement) : one
    const copyText = (from: CSSStyleDeclaration, to: HTMLElement) => {
      const { fontSize, lineHeight, fontWeight, verticalAlign } = from
      Object.assign(to.style, { fontSize, lineHeight, fontWeight, verticalAlign, whiteSpace: 'nowrap' })
    }
    const kinds = new Map<string, HTMLElement>()
    for (const one of document.querySelectorAll<HTMLElement>('body *')) {
      // The browser draws `option` elements itself, in a box of fixed height.
      if (one.childElementCount > 0 || !one.textContent?.trim() || one.tagName === 'OPTION') continue
      const [own, around] = [getComputedStyle(one), getComputedStyle(blockOf(one))]
      const parts = [own, around].flatMap((style) => [style.fontFamily, style.fontSize, style.lineHeight])
      kinds.set([...parts, own.verticalAlign].join(), one)
    }
    const bench = document.createElement('div')
    const measured = [...kinds.values()].map((one) => {
      const lineIn = (words: string, fontFamily: string) => {
        const line = document.createElement('div')
        const text = document.createElement('span')
        copyText(getComputedStyle(blockOf(one)), line)
        copyText(getComputedStyle(one), text)
        text.style.fontFamily = fontFamily
        text.textContent = words
        line.append('x', text)
        bench.append(line)
        return line
      }
      const { fontFamily } = getComputedStyle(one)
      return { one, own: lineIn('x', 'inherit'), other: lineIn(written, fontFamily) }
    })
    document.body.append(bench)
    const heightOf = (line: HTMLElement) => line.getBoundingClientRect().height
    return measured
      .filter(({ own, other }) => Math.abs(heightOf(own) - heightOf(other)) > 0.5)
      .map(({ one, own, other }) => `${one.outerHTML.slice(0, 80)}: ${heightOf(own)} and ${heightOf(other)}`)
  }, elsewhere)

for (const path of ['/', '/scoring', '/lists', '/auth', '/subscribe', '/privacy']) {
  test(`no fallback font makes a line taller: ${path}`, async ({ page }) => {
    await openPage(page, path)
    expect(await tallerLines(page)).toEqual([])
  })
}

test('no fallback font makes a line of the results taller', async ({ page }) => {
  await openPage(page)
  await searchAndRead(page, 'clients')
  await expect(places(page).first()).toBeVisible()
  expect(await tallerLines(page)).toEqual([])
})
