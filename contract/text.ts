const forbidden = /(?![\t\r\n])\p{Cc}|\p{Surrogate}/u

/** True when a text holds no control characters (line breaks and tabs aside) and no half surrogate pairs. */
export function isCleanText(text: string): boolean {
  return !forbidden.test(text)
}
