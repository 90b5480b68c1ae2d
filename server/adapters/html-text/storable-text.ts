const controls = /(?![\t\n\r])\p{Cc}/gu

/** Text that PostgreSQL can store, without signs that only drive terminals. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').replace(controls, '').toWellFormed()
}
