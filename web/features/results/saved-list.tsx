import { Download, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { defuseCell } from '#contract/csv-cell.ts'
import { formatLongDay } from '#web/features/site/format-date.ts'
import { saveFile } from '#web/features/site/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { isWebAddress, OutsideLink } from './outside-link.tsx'
import { postKey } from './post-key.ts'
import { resultsAddress } from './results-address.ts'
import { forgetSavedPosts, type SavedPost, savedPost, toggleSavedPost, useSaved } from './saved-posts.ts'

const { sessionId: _, ...exported } = savedPost.shape
const columns = Object.keys(exported) as (keyof typeof exported)[]

function csvCell(value: string | number | null): string {
  return typeof value === 'number' ? String(value) : `"${defuseCell(value ?? '').replaceAll('"', '""')}"`
}

/** Saved posts as CSV (RFC 4180), with the byte order mark that spreadsheets need. */
export function savedCsv(posts: readonly SavedPost[]): string {
  const names = columns.map((name) => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`))
  const rows = [names, ...posts.map((post) => columns.map((name) => post[name]))]
  return `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`
}

function saveAs(ending: 'csv' | 'json', type: string, content: string): void {
  saveFile(new Blob([content], { type }), `unmet_saved_posts.${ending}`)
}

export function SavedList({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { posts: saved } = useSaved()
  return (
    <ModalDialog
      open={open}
      onClose={onClose}
      title={saved.length === 0 ? 'No saved posts' : `Saved posts (${saved.length})`}
      description={
        saved.length === 0
          ? 'Saved posts appear here. They stay on this device.'
          : 'On this device only: other browsers do not have them, and clearing this site’s data removes them.'
      }
    >
      {saved.length === 0 ? null : (
        <>
          <ul aria-label="Saved posts" className="-mx-2 flex max-h-[50dvh] flex-col overflow-y-auto px-2">
            {saved.map((post) => (
              <SavedRow key={postKey(post)} post={post} onLeave={onClose} />
            ))}
          </ul>
          <div className="mt-5 flex flex-wrap gap-2">
            <Button onClick={() => saveAs('csv', 'text/csv', savedCsv(saved))}>
              <Download className="size-4" />
              CSV
            </Button>
            <Button onClick={() => saveAs('json', 'application/json', JSON.stringify(saved, null, 2))}>
              <Download className="size-4" />
              JSON
            </Button>
            <Button variant="quiet" onClick={forgetSavedPosts}>
              Remove all
            </Button>
          </div>
        </>
      )}
    </ModalDialog>
  )
}

function SavedRow({ post, onLeave }: { post: SavedPost; onLeave: () => void }) {
  return (
    <li className="flex items-start gap-3 border-t border-line py-3 first:border-0">
      <span className="mt-0.5 w-8 shrink-0 text-right font-semibold tabular-nums">
        <span className="sr-only">Score </span>
        {post.opportunityScore}
      </span>
      <div className="min-w-0 flex-1 text-sm leading-6">
        <Link
          to={resultsAddress(post, postKey(post))}
          onClick={onLeave}
          className="font-medium wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          <bdi>{post.title.trim() === '' ? 'Post without a title' : post.title}</bdi>
        </Link>
        <p className="text-ink-soft wrap-anywhere">
          <bdi>{post.community === '' ? post.source : post.community}</bdi>, saved{' '}
          {formatLongDay(post.savedAt)} from “<bdi>{post.keyword}</bdi>”
          {isWebAddress(post.url) ? (
            <>
              {' · '}
              <OutsideLink
                url={post.url}
                className="underline underline-offset-4"
                said=" (opens in a new tab)"
              >
                Discussion
              </OutsideLink>
            </>
          ) : null}
        </p>
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Remove ${post.title}`}
        onClick={() => toggleSavedPost(post)}
      >
        <Trash2 className="size-4" />
      </Button>
    </li>
  )
}
