import type { ReactNode } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { postKey } from './post-key.ts'
import { PostTitle } from './post-title.tsx'
import { PostView } from './post-view.tsx'
import { DiscussionLink, SaveButton } from './result-actions.tsx'
import { usePost } from './use-post.ts'

type PostPaneProps = {
  sessionId: string
  /** The key of the post that is read; null while there is none to read. */
  open: string | null
  /** False until the page knows that its window is wide enough to show this. */
  seen: boolean
  results: readonly SearchResult[]
  onToggleSaved: (result: SearchResult) => void
  more?: ((result: SearchResult) => ReactNode) | undefined
}

/** The post that is read, beside the list of a wide window. */
export function PostPane({ open, ...rest }: PostPaneProps) {
  return (
    <div className="hidden lg:block">
      <section
        aria-label="The post you read"
        data-post-pane={open ?? ''}
        className="sticky top-20 h-[calc(100dvh-6rem)] rounded-card border border-line bg-surface"
      >
        {open === null ? (
          <p className="p-6 text-sm text-ink-soft">The post you choose stands here.</p>
        ) : (
          <OpenPost key={open} open={open} {...rest} />
        )}
      </section>
    </div>
  )
}

function OpenPost({ open, seen, ...props }: PostPaneProps & { open: string }) {
  const post = usePost(props.sessionId, open, seen)
  const listed = props.results.find((result) => postKey(result) === open)
  // The list also knows where else the post stands.
  const result = post.data === undefined ? listed : { ...listed, ...post.data }
  return (
    <div data-reading="" className="h-full overflow-y-auto overscroll-contain rounded-card px-5 pt-3 pb-6">
      <div className="-mx-3 flex min-h-9 items-center gap-1">
        {result === undefined ? null : (
          <>
            <SaveButton result={result} onToggle={() => props.onToggleSaved(result)} />
            <DiscussionLink result={result} />
          </>
        )}
      </div>
      <h3
        tabIndex={-1}
        data-pane-title=""
        dir="auto"
        className="mt-1 text-xl leading-7 font-semibold tracking-tight text-pretty wrap-anywhere outline-none [&_mark]:bg-transparent"
      >
        <PostTitle result={result} failed={post.isError} />
      </h3>
      <PostView post={post} result={result} more={props.more} />
    </div>
  )
}
