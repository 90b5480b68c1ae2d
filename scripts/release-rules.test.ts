import { expect, test } from 'vitest'
import { dateChangelog, findObstacles, sectionOf } from './release-rules.ts'

const changelog = `# Changelog

No version has been released yet: it says 0.1.0.

## Unreleased

### Added

- A thing.

## 28 November 2026

- Older.
`
const ready = {
  version: '1.0.0',
  current: '0.1.0',
  changelog,
  changedFiles: [],
  tags: ['v0.9.0'],
  branch: 'main',
}

test('a clean main with a described change can be released', () => {
  expect(findObstacles(ready)).toEqual([])
})

test.each([
  [{ version: '1.0' }, '"1.0" is no version: it looks like 1.0.0.'],
  [{ version: '0.0.9' }, 'package.json already has version 0.1.0: a release needs a higher version.'],
  [{ version: '0.1.0' }, 'package.json already has version 0.1.0: a release needs a higher version.'],
  [{ tags: ['v1.0.0'] }, 'The tag v1.0.0 already exists.'],
  [
    { changedFiles: ['a.ts', 'b.ts'] },
    'There are uncommitted changes; commit or remove them first: a.ts, b.ts.',
  ],
  [{ branch: 'try' }, 'Releases are made on main, but this is try.'],
  [{ changelog: '# Changelog\n' }, 'CHANGELOG.md has no section "## Unreleased".'],
  [
    { changelog: '## Unreleased\n\n## 1.0.0\n\n- It.\n' },
    'The section "Unreleased" of CHANGELOG.md lists nothing.',
  ],
])('%o cannot be released, and the reason is told', (own, reason) => {
  expect(findObstacles({ ...ready, ...own })).toEqual([reason])
})

test('what was unreleased becomes the section of the version, and the next one is empty', () => {
  const dated = dateChangelog(changelog, '1.0.0', '2026-11-30')
  expect(sectionOf(dated, 'Unreleased')).toBe('')
  expect(sectionOf(dated, '1.0.0 - 2026-11-30')).toBe('### Added\n\n- A thing.')
  expect(dated).not.toContain('No version')
})
