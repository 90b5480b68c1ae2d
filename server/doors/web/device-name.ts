import { cutText } from '#contract/cut-text.ts'

const browsers: [RegExp, string][] = [
  [/\bEdgA?\/(\d+)/u, 'Edge'],
  [/\bOPR\/(\d+)/u, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/u, 'Firefox'],
  [/\b(?:Chrome|CriOS)\/(\d+)/u, 'Chrome'],
  [/\bVersion\/(\d+)\S* (?:Mobile\/\S+ )?Safari\//u, 'Safari'],
  [/^curl\/(\d+)/u, 'curl'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bMac OS X\b/u, 'macOS'],
  [/\bLinux\b/u, 'Linux'],
]

/** A short name for a User-Agent header: "Firefox 128 on Linux". */
export function deviceName(userAgent: string | undefined): string {
  const text = cutText(userAgent ?? '', 500)
  const found = browsers.map(([shape, name]) => ({ name, version: shape.exec(text)?.[1] }))
  const browser = found.find(({ version }) => version !== undefined)
  const system = systems.find(([shape]) => shape.test(text))?.[1]
  const name = browser === undefined ? 'Unknown browser' : `${browser.name} ${browser.version}`
  return system === undefined ? name : `${name} on ${system}`
}
