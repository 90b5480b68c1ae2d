const codeOf = (sign: string) => sign.charCodeAt(0)
const [quote, space, open, close] = [codeOf('"'), codeOf(' '), codeOf('{'), codeOf('}')]
const [no, none] = [codeOf('f'), codeOf('n')]
const longestName = 50

/** Signs of rows that are no plain posts: deleted ones are removed from the archive too. */
const others = [
  '[deleted',
  '[removed',
  '[Deleted',
  '[Removed',
  '[ ',
  '"t1_',
  '"type":',
  '"kind":',
  '"_tags":',
  '"dead":',
  '"deleted":',
  'was_deleted_later',
  '"title":"Comment"',
  '"title": "Comment"',
].map((sign) => Buffer.from(sign))
const flags = ['"promoted":', '"is_created_from_ads_ui":', '"removed_by_category":'].map((key) =>
  Buffer.from(key),
)
const [subreddit, title, created, over18] = ['"subreddit":', '"title":', '"created_utc":', '"over_18":'].map(
  (key) => Buffer.from(key),
) as [Buffer, Buffer, Buffer, Buffer]

/** Where the value of a key starts; -1 without the key. */
function valueAt(line: Buffer, key: Buffer): number {
  const found = line.indexOf(key)
  if (found === -1) return -1
  let at = found + key.length
  while (line[at] === space) at += 1
  return at
}

/** The name in quotes from here; null if it is not plain. */
function nameAt(line: Buffer, at: number): string | null {
  if (line[at] !== quote) return null
  const end = line.indexOf(quote, at + 1)
  if (end === -1 || end - at > longestName) return null
  const name = line.toString('latin1', at + 1, end)
  return /^\w+$/u.test(name) && !/^u_/iu.test(name) ? name.toLowerCase() : null
}

const isOff = (line: Buffer, at: number) => line[at] === no || line[at] === none

function isPlainPost(line: Buffer): boolean {
  const end = line.at(-1) === codeOf('\r') ? -2 : -1
  if (line[0] !== open || line.at(end) !== close) return false
  const titleAt = valueAt(line, title)
  if (titleAt === -1 || line[titleAt] !== quote || line[titleAt + 1] === quote) return false
  if (valueAt(line, created) === -1 || !isOff(line, valueAt(line, over18))) return false
  if (flags.some((key) => valueAt(line, key) !== -1 && !isOff(line, valueAt(line, key)))) return false
  return !others.some((sign) => line.includes(sign))
}

/**
 * Whether a line of JSON is certainly a post of a community that is not among these, without parsing it. For all other
 * lines the parsed row decides.
 */
export function otherCommunities(wanted: ReadonlySet<string>): (line: Buffer) => boolean {
  return (line) => {
    const at = valueAt(line, subreddit)
    const name = at === -1 ? null : nameAt(line, at)
    if (name === null || wanted.has(name)) return false
    // A post that quotes another has two.
    return line.indexOf(subreddit, at) === -1 && isPlainPost(line)
  }
}
