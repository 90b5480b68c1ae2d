import { useState } from 'react'
import { type AdminHeldSource, releaseHeldEndpoint } from '#contract/admin-scan.ts'
import { ConfirmDialog } from '#web/features/accounts/form-dialog.tsx'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { callAdmin, operatorKey } from './admin-call.ts'
import { ListCard, ListRow } from './admin-section.tsx'
import { formatCounted } from './format-figure.ts'

/** Restored posts that are hidden until their source confirms that they still exist. */
export function HeldPostsCard({ held }: { held: readonly AdminHeldSource[] }) {
  return (
    <ListCard title="Restored posts held back">
      {held.map((one) => (
        <HeldRow key={one.source} held={one} />
      ))}
    </ListCard>
  )
}

const states = {
  asking: { variant: 'secondary', words: 'Being asked' },
  unasked: { variant: 'notice', words: 'Cannot be asked' },
  releasing: { variant: 'outline', words: 'Being released' },
} as const

const postsWords = (count: number) => formatCounted(count, 'post', 'posts')

function HeldRow({ held: { source, posts, heldAt, doubted, state } }: { held: AdminHeldSource }) {
  const [asks, setAsks] = useState(false)
  const held = postsWords(posts)
  return (
    <ListRow name={source} condition={states[state]}>
      <p>
        {held} since the restore of {formatMoment(heldAt)}. Nobody sees them until {source} says that they
        still exist.
      </p>
      {state === 'unasked' ? (
        <p className="text-danger">No configured source can be asked. Configure it, or release them.</p>
      ) : null}
      {doubted > 0 ? (
        <p>
          {postsWords(doubted)} reported as deleted. These are too many at once, so the source is asked again
          later
        </p>
      ) : null}
      {state === 'releasing' ? null : (
        <Button variant="danger" className="mt-2" onClick={() => setAsks(true)}>
          Release without asking
          <span className="sr-only"> {source}</span>
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={`Release ${held} of ${source}?`}
        description="They are shown again without asking their source, including posts that their authors have deleted since the backup. The daily check then asks about them."
        submit="Release"
        pendingLabel="Releasing..."
        run={() => callAdmin(releaseHeldEndpoint, { source })}
        invalidates={[operatorKey]}
        toast={{
          title: 'Posts released',
          description: `The posts of ${source} are shown again, a few at a time.`,
        }}
        failed={{ title: 'Posts not released', words: 'The posts could not be released. Please try again.' }}
      />
    </ListRow>
  )
}
