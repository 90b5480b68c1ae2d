const count = new Intl.NumberFormat('en-US')
const mostNamed = 5

function listNames(names: readonly string[], quote: (name: string) => string): string {
  const more = names.length - mostNamed
  const named = names.slice(0, mostNamed).map(quote).join(', ')
  return `${named}${more > 0 ? ` and ${count.format(more)} more` : ''}`
}

/** To which communities a search was limited, as a sentence; null where it was not. */
export function describeLimit(communities: readonly string[] | undefined): string | null {
  if (communities === undefined) return null
  const many = `${count.format(communities.length)} ${communities.length === 1 ? 'community' : 'communities'}`
  return `Only posts of ${many} were looked for: ${listNames(communities, (name) => name)}.`
}

/** Which of the names behind `in:` nothing is called; null where there are none. */
export function describeUnknown(names: readonly string[]): string | null {
  if (names.length === 0) return null
  const quoted = listNames(names, (name) => `“${name}”`)
  return names.length === 1
    ? `There is no list or community ${quoted} here.`
    : `There are no lists or communities ${quoted} here.`
}

/** The same where it takes too long to know whether something is. */
export const describeEmpty = (names: readonly string[]) =>
  `No post was found of ${listNames(names, (name) => `“${name}”`)}.`

export const emptyLimit =
  'Nothing stands behind “in:”: write a community or a list there, as in:smallbusiness.'
