/** How many rows a collection has in common with a file. */
export type KnownRows = { collection: string; rows: number }

const whole = new Intl.NumberFormat('en-US')

/** Notes about equal rows before a file is stored. */
export const describeKnown = (known: readonly KnownRows[], rowsRead: number): string[] =>
  known.map(
    ({ collection, rows }) =>
      `${rows} of the first ${rowsRead} rows ${rows === 1 ? 'is' : 'are'} already in “${collection}”. If you store this file, ${rows === 1 ? 'it counts' : 'they count'} twice.`,
  )

/** Notes about equal rows after a file was stored. */
export const describeDoubled = (doubled: readonly KnownRows[]): string[] =>
  doubled.map(({ collection, rows }) =>
    rows === 1
      ? `1 row is also in “${collection}” and counts twice.`
      : `${whole.format(rows)} rows are also in “${collection}” and count twice. Delete the collection that you do not need.`,
  )
