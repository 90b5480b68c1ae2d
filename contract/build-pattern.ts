/** Builds every regular expression that is not a literal, so that `npm run check:patterns` can check them all. */
export function buildPattern(source: string, flags: string): RegExp {
  return new RegExp(source, flags)
}

/** A text escaped for a regular expression. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
