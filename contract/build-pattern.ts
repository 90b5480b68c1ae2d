/** Makes every pattern that is no literal, so that `npm run check:patterns` reads them all. */
export function buildPattern(source: string, flags: string): RegExp {
  return new RegExp(source, flags)
}

/** A text as a pattern that finds it as it stands. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
