import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '#tests/harness/find-browser.ts'

// Draws the preview image for links to this site: node scripts/og-picture.ts
const root = join(import.meta.dirname, '..')
const fontFile = join(root, 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2')

const markup = (font: string) => `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Geist; src: url(data:font/woff2;base64,${font}) format("woff2"); font-weight: 100 900 }
* { box-sizing: border-box; margin: 0 }
body { width: 1200px; height: 630px; padding: 76px 84px; background: #fafaf6; color: #14231a;
  font-family: Geist; display: flex; flex-direction: column; letter-spacing: -0.02em }
.brand { display: flex; align-items: center; gap: 22px; font-size: 40px; font-weight: 600 }
h1 { margin-top: 72px; font-size: 84px; line-height: 1.12; font-weight: 600; letter-spacing: -0.035em }
mark { background: #dff58c; color: inherit; padding: 0 14px; border-radius: 8px; box-shadow: inset 0 -8px #7da22a }
.foot { margin-top: auto; display: flex; align-items: center; gap: 26px; font-size: 33px; color: #4b5a50 }
b { background: #12482a; color: #cdf564; padding: 10px 26px; border-radius: 14px; font-size: 44px; font-weight: 600 }
</style><body>
<div class="brand"><svg width="64" height="64" viewBox="0 0 32 32" fill="none"><rect width="32" height="32" rx="8" fill="#12482a"/><path d="M9 8v8.5a7 7 0 0 0 10.5 6.06M23 8v4.5" stroke="#cdf564" stroke-width="3.6" stroke-linecap="round"/><circle cx="22.7" cy="18.6" r="2.3" fill="#cdf564"/></svg>Unmet</div>
<h1>Find the <mark>problems</mark> people<br>already talk about</h1>
<div class="foot"><b>87</b>Every post scored 0-100, with the words that earned it</div>
</body>`

const font = (await readFile(fontFile)).toString('base64')
const browser = await chromium.launch(findBrowser())
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await page.setContent(markup(font))
await page.evaluate('document.fonts.ready')
await page.screenshot({ path: join(root, 'web/public/og.png') })
await browser.close()
