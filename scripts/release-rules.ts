/** What a release changes in the repository, computed from the contents of its files. */
export type ReleaseState = {
  version: string
  /** The version in package.json. */
  current: string
  changelog: string
  /** The files that `git status` lists. */
  changedFiles: readonly string[]
  tags: readonly string[]
  branch: string
}

const semantic = /^(?<major>0|[1-9]\d{0,5})\.(?<minor>0|[1-9]\d{0,5})\.(?<patch>0|[1-9]\d{0,5})$/u

function partsOf(version: string): number[] | null {
  const { major, minor, patch } = semantic.exec(version)?.groups ?? {}
  return major === undefined ? null : [major, minor, patch].map(Number)
}

function isNewer(version: readonly number[], than: readonly number[]): boolean {
  const at = version.findIndex((part, index) => part !== than[index])
  return at !== -1 && (version[at] ?? 0) > (than[at] ?? 0)
}

/** The lines below a heading of the second level; null if there is no such heading. */
export function sectionOf(changelog: string, heading: string): string | null {
  const lines = changelog.split('\n')
  const start = lines.indexOf(`## ${heading}`)
  if (start === -1) return null
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.startsWith('## '))
  return rest
    .slice(0, end === -1 ? rest.length : end)
    .join('\n')
    .trim()
}

/** The reasons why this version cannot be released, as sentences; empty if it can be released. */
export function findObstacles(state: ReleaseState): string[] {
  const { version, current, changelog, changedFiles, tags, branch } = state
  const obstacles: string[] = []
  const wanted = partsOf(version)
  if (wanted === null) obstacles.push(`"${version}" is no version: it looks like 1.0.0.`)
  else if (!isNewer(wanted, partsOf(current) ?? [0, 0, 0]))
    obstacles.push(`package.json already has version ${current}: a release needs a higher version.`)
  if (tags.includes(`v${version}`)) obstacles.push(`The tag v${version} already exists.`)
  if (changedFiles.length > 0)
    obstacles.push(
      `There are uncommitted changes; commit or remove them first: ${changedFiles.slice(0, 5).join(', ')}.`,
    )
  if (branch !== 'main') obstacles.push(`Releases are made on main, but this is ${branch || 'no branch'}.`)
  const section = sectionOf(changelog, 'Unreleased')
  if (section === null) obstacles.push('CHANGELOG.md has no section "## Unreleased".')
  else if (!/^- /mu.test(section)) obstacles.push('The section "Unreleased" of CHANGELOG.md lists nothing.')
  return obstacles
}

/**
 * Moves the unreleased changes into a section for the version and its date (YYYY-MM-DD). Adds an empty
 * section for unreleased changes above it.
 */
export function dateChangelog(changelog: string, version: string, day: string): string {
  return changelog
    .replace(/^No version has been released yet:[^\n]*\n\n/mu, '')
    .replace(/^## Unreleased$/mu, `## Unreleased\n\n## ${version} - ${day}`)
}
