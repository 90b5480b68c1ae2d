const controls = /(?![\t\n\r])\p{Cc}/gu

/** Text that PostgreSQL can store and that has no control characters. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').replace(controls, '').toWellFormed()
}
