import { Link } from 'react-router'
import { ownBriefEndpoint } from '#contract/own-material.ts'
import type { BriefNeed } from '#contract/search-brief.ts'
import { NeedsPanel } from '#web/features/results/needs-panel.tsx'
import { postKey } from '#web/features/results/post-key.ts'
import { type OwnSearch, useOwnAnswer } from './use-own-material.ts'

type OwnNeedsProps = {
  asked: OwnSearch
  chosen: BriefNeed | null
  onChoose: (need: BriefNeed | null) => void
  onOpen: (key: string) => void
}

const rowWords = { one: 'row', many: 'rows', place: 'group', places: 'groups' }

/** Needs of the found rows, in their authors' words. Shows nothing if no row has potential. */
export function OwnNeeds({ asked, chosen, onChoose, onOpen }: OwnNeedsProps) {
  const { data, error, isPending, refetch } = useOwnAnswer(ownBriefEndpoint, asked)
  const { keyword } = asked
  const brief = data?.brief
  const tools = {
    // Every row is the user's own and can be opened.
    canOpen: () => true,
    open: onOpen,
    words: rowWords,
    chosen: chosen === null ? null : postKey(chosen.name),
    choose: (key: string | null) => onChoose(brief?.needs.find(({ name }) => postKey(name) === key) ?? null),
    more: (need: BriefNeed) => (
      <PublicPosts count={data?.publicPosts?.[data.brief.needs.indexOf(need)] ?? 0} keyword={keyword} />
    ),
  }
  if (brief?.posts === 0) return null
  return (
    <>
      <NeedsPanel tools={tools} brief={{ data: brief, error, isPending, refetch }} />
      {keyword !== '' && data?.publicPosts === null ? (
        <p className="text-sm text-ink-soft">
          Public posts with the same need could not be counted right now.
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
