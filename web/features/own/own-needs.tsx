import { useMemo } from 'react'
import { Link } from 'react-router'
import type { BriefNeed } from '#contract/search-brief.ts'
import { NeedsPanel } from '#web/features/results/needs-panel.tsx'
import { postKey } from '#web/features/results/post-key.ts'
import { useOwnBrief } from './use-own-material.ts'

/** A need by the key of the row that names it, with the keys of all its rows. */
export type OwnNeed = { key: string; rows: ReadonlySet<string> }

type OwnNeedsProps = {
  keyword: string
  collectionId: string | null
  chosen: string | null
  onChoose: (need: OwnNeed | null) => void
  onOpen: (key: string) => void
}

const rowLabels = { one: 'row', many: 'rows', place: 'group', places: 'groups' }

/** What the rows of a search need, in the words of those who wrote them; nothing where none has potential. */
export function OwnNeeds({ keyword, collectionId, chosen, onChoose, onOpen }: OwnNeedsProps) {
  const { data, error, isPending, isError, refetch } = useOwnBrief({ keyword, collectionId })
  const opener = useMemo(
    () => ({
      // Every row is the person's own, and opens.
      canOpen: () => true,
      open: onOpen,
      words: rowLabels,
      more: (need: BriefNeed) => (
        <PublicPosts count={data?.publicPosts?.[data.brief.needs.indexOf(need)] ?? 0} keyword={keyword} />
      ),
    }),
    [data, keyword, onOpen],
  )
  const choose = (key: string | null) => {
    const need = data?.brief.needs.find((one) => postKey(one.name) === key)
    onChoose(need === undefined || key === null ? null : { key, rows: new Set(need.posts.map(postKey)) })
  }
  if (data?.brief.posts === 0) return null
  return (
    <>
      <NeedsPanel
        opener={opener}
        brief={{ data: data?.brief, error, isPending, isError, refetch }}
        chosen={chosen}
        onChoose={choose}
      />
      {keyword !== '' && data?.publicPosts === null ? (
        <p className="text-sm text-ink-soft">
          How many public posts want the same could not be counted just now.
        </p>
      ) : null}
    </>
  )
}

function PublicPosts({ count, keyword }: { count: number; keyword: string }) {
  if (count === 0) return null
  return (
    <p className="text-xs leading-5">
      {count === 1 ? '1 public post wants' : `${count} public posts want`} the same.{' '}
      <Link to={`/?${new URLSearchParams({ q: keyword })}`} className="underline underline-offset-4">
        Search public posts for “<bdi>{keyword}</bdi>”
      </Link>
    </p>
  )
}
