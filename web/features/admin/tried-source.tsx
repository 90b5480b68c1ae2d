import CircleAlert from 'lucide-react/icons/circle-alert'
import { addSourceEndpoint, type TriedSource as Tried, type TriedPost } from '#contract/admin-sources.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { OpportunityBadge } from '#web/features/results/opportunity-badge.tsx'
import { OutsideLink } from '#web/features/results/outside-link.tsx'
import { formatLongDay } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { useArrivalFocus } from '#web/ui/use-arrival-focus.ts'
import { callAdmin, useAdminAction } from './admin-call.ts'
import { kindLabels, NoteList, SourceFactsList } from './source-labels.tsx'

function PostRow({ post }: { post: TriedPost }) {
  return (
    <li className="flex gap-4 py-4">
      <OpportunityBadge score={post.score} />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">
          <OutsideLink url={post.url} className="underline-offset-4 hover:underline">
            {post.title}
          </OutsideLink>
        </p>
        <p className="mt-0.5 text-sm text-ink-soft">
          {post.community}, {formatLongDay(post.createdAt)}
        </p>
        {post.sentence === null || post.sentence === post.title ? null : (
          <p className="mt-1 text-sm leading-6">“{post.sentence}”</p>
        )}
      </div>
    </li>
  )
}

export function TriedSource({ tried, url, onClose }: { tried: Tried; url: string; onClose: () => void }) {
  const add = useAdminAction({
    run: () => callAdmin(addSourceEndpoint, { url }),
    onDone: onClose,
    toast: (added) => ({
      title: 'Source added',
      description: `${added.title} is being read. Its posts appear shortly.`,
    }),
  })
  const heading = useArrivalFocus(url)
  const { title, kind, address, communities, conflict, posts, notes } = tried
  return (
    <div className="mt-6 border-t border-line pt-6">
      <h3
        ref={heading}
        tabIndex={-1}
        className="flex flex-wrap items-center gap-2 text-base font-semibold wrap-anywhere outline-none"
      >
        {title} <Badge>{kindLabels[kind].kind}</Badge>
      </h3>
      <p className="mt-1 mb-4 text-sm wrap-anywhere text-ink-soft">
        {address}
        {communities.length === 0 ? '' : `. ${kindLabels[kind].parts}: ${communities.join(', ')}`}
      </p>
      <SourceFactsList facts={tried.facts} />
      <h4 className="mt-6 text-sm font-semibold">
        {posts.length === 0 ? 'It has no posts right now' : 'Its newest posts, scored'}
      </h4>
      <ul className="flex flex-col divide-y divide-line">
        {posts.map((post) => (
          <PostRow key={post.url ?? post.title} post={post} />
        ))}
      </ul>
      <NoteList notes={notes} />
      {conflict === null && !add.isError ? null : (
        <Callout tone={add.isError ? 'danger' : 'notice'} icon={<CircleAlert />} className="mt-2">
          <p role="alert">
            {conflict ?? failureMessage(add.error, 'The source could not be added. Please try again.')}
          </p>
        </Callout>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {conflict === null ? (
          <Button variant="primary" size="medium" aria-disabled={add.isPending} onClick={() => add.mutate()}>
            {add.isPending ? 'Adding...' : 'Add this source'}
          </Button>
        ) : null}
        <Button size="medium" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
