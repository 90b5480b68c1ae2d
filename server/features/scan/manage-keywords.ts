import type { ScanKeywords } from '#contract/admin-scan.ts'
import { boundedSentences, type ForeignLists } from '#contract/community-lists.ts'
import { cutText } from '#contract/cut-text.ts'
import { keyword as keywordRule } from '#contract/keyword.ts'
import { limits } from '#contract/limits.ts'
import type { Operator } from '#server/actor.ts'
import type { Clock } from '#server/clock.ts'
import { AppError, publicError } from '#server/errors.ts'
import type { KeywordChange, ScanKeywordStore } from './scan-keyword-store.ts'

export type ManageKeywords = {
  keywords: ScanKeywordStore
  /** Adds those keywords of the environment that were never added before. */
  seedKeywords: () => Promise<void>
  /** Parses lines, or an export of another tool, in a worker. */
  readForeignLists: (owner: string, text: string) => Promise<ForeignLists>
  recordKeywords: (by: Operator, details: string) => Promise<unknown>
  clock: Clock
}

export async function listKeywords({ keywords, seedKeywords }: ManageKeywords): Promise<ScanKeywords> {
  await seedKeywords()
  return { keywords: await keywords.listKeywords(), most: limits.scanKeywords }
}

const namedCommunities = 5

/** A note that a keyword is searched everywhere, even if the other tool limited it to communities. */
function describeCommunities(audiences: ForeignLists['audiences']): string[] {
  const names = [...new Set(audiences.flatMap(({ communities }) => communities))]
  if (names.length === 0) return []
  const more = names.length > namedCommunities ? ` and ${names.length - namedCommunities} more` : ''
  const named = `${names.slice(0, namedCommunities).join(', ')}${more}`
  return [`Communities were left out (${named}): the scan searches for its keywords everywhere.`]
}

const counted = (count: number) => (count === 1 ? '1 keyword' : `${count} keywords`)

/**
 * Adds the keywords of a list to the scan. Communities in the list are not added, because they are configured
 * with the sources.
 */
export async function addKeywords(
  deps: ManageKeywords,
  by: Operator,
  { listTitle, text }: { listTitle: string; text: string },
) {
  await deps.seedKeywords()
  const read = await deps.readForeignLists(by.adminId, text)
  const parsed = read.keywords.map((written) => ({ written, keyword: keywordRule.safeParse(written).data }))
  const once = new Map(
    parsed.flatMap(({ keyword }) => (keyword === undefined ? [] : [[keyword.toLowerCase(), keyword]])),
  )
  const refused = parsed.flatMap(({ written, keyword }) =>
    keyword === undefined ? [`“${cutText(written, 80)}” cannot be searched for.`] : [],
  )
  const leftOut = [...describeCommunities(read.audiences), ...boundedSentences(refused), ...read.leftOut]
  if (once.size === 0) {
    const userMessage = ['No keyword was found in it.', ...leftOut.slice(0, 3)].join(' ')
    throw new AppError('source_unreadable', 'No keyword was found in a list', { userMessage })
  }
  const given = { list: listTitle, keywords: [...once.values()] }
  const done = await deps.keywords.addKeywords(given, { most: limits.scanKeywords, now: deps.clock() })
  if (done === null) {
    const userMessage = `The list has ${counted(once.size)}. At most ${limits.scanKeywords} are allowed in total, including those that are off. Remove some, or import a shorter list.`
    throw new AppError('source_conflict', 'There is no room for these keywords', { userMessage })
  }
  const { added } = done
  if (added > 0) await deps.recordKeywords(by, `${listTitle}: ${counted(added)} added`)
  return { added, known: once.size - added, leftOut }
}

const changeWords: Record<KeywordChange, string> = { on: 'on', off: 'off', remove: 'removed' }

/**
 * Turns keywords on or off, or removes them. The change applies to the next scan. A running scan skips
 * keywords that are off or removed.
 */
export async function changeKeywords(
  deps: ManageKeywords,
  by: Operator,
  asked: { ids: readonly string[]; change: KeywordChange },
): Promise<{ changed: number }> {
  const changed = await deps.keywords.changeKeywords(asked, deps.clock())
  if (changed.length === 0) throw publicError('not_found', 'These keywords do not exist any more.')
  const named = changed.length > 5 ? counted(changed.length) : changed.join(', ')
  await deps.recordKeywords(by, `${named}: ${changeWords[asked.change]}`)
  return { changed: changed.length }
}
