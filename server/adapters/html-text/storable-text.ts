// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const controls = /[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F]/gu

/** Text that PostgreSQL keeps, without signs that only drive terminals. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').replace(controls, '').toWellFormed()
}
