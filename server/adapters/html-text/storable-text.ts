const controls = /(?![\t\n\r])\p{Cc}/gu

/** Text that PostgreSQL can store, without control characters. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').replace(controls, '').toWellFormed()
}
