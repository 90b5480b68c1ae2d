// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a text field must not hold.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u

/** True when a text holds no control characters (line breaks and tabs aside) and no half surrogate pairs. */
export function isCleanText(text: string): boolean {
  return !forbidden.test(text)
}
