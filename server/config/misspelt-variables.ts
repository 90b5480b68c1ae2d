import { variables } from './config.ts'

/** Shorter names are similar to too many others. */
const leastCharacters = 6

/** The number of letters that differ: missing, added, changed or swapped with the next. */
function distance(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : changed
      next.push(Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    ;[before, row] = [row, next]
  }
  return row[b.length] ?? 0
}

function findMeant(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase()
  // A longer name can have two wrong letters and still be similar to only one of ours.
  const most = upper.length < 10 ? 1 : 2
  return known
    .filter((one) => one.length >= leastCharacters && Math.abs(one.length - upper.length) <= most)
    .map((one) => ({ one, away: distance(upper, one) }))
    .filter(({ away }) => away <= most)
    .toSorted((a, b) => a.away - b.away)[0]?.one
}

/**
 * Unknown variables that look like ours, as sentences. The environment also belongs to other programs, so
 * this is only a warning. If the correct name is set too, the unknown variable probably belongs to another
 * program.
 */
export function listMisspelt(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.keys(variables)
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || name.length > 100) return []
    const meant = findMeant(name, known)
    if (meant === undefined || environment[meant] !== undefined) return []
    return [`${name} is no setting of Unmet and has no effect. Did you mean ${meant}?`]
  })
}
