import type { ReactNode } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { PostTitle, PostView } from './post-view.tsx'
import { DiscussionLink, SaveButton } from './result-actions.tsx'
import type { WorkbenchOutcome } from './result-tools.ts'
import { usePost } from './use-post.ts'
import type { Workbench } from './use-workbench.ts'

type PostPaneProps = {
  bench: Workbench
  outcome: WorkbenchOutcome
  more?: ((result: SearchResult) => ReactNode) | undefined
}

export function PostPane(props: PostPaneProps) {
  const { reading } = props.bench
  return (
    <div className="hidden lg:block">
      <section
        aria-label="The post you read"
        data-post-pane={reading ?? ''}
        className="sticky top-20 h-[calc(100dvh-6rem)] rounded-card border border-line bg-surface"
      >
        {reading === null ? (
          <p className="p-6 text-sm text-ink-soft">The post you choose stands here.</p>
        ) : (
          <OpenPost key={reading} postKey={reading} {...props} />
        )}
      </section>
    </div>
  )
}

function OpenPost({ postKey, bench, outcome, more }: PostPaneProps & { postKey: string }) {
  // Before the page knows its window it may be one that does not show this.
  const { post, result } = usePost(outcome, postKey, bench.wide === true)
  return (
    <div data-reading="" className="h-full overflow-y-auto overscroll-contain rounded-card px-5 pt-3 pb-6">
      <div className="-mx-3 flex min-h-9 items-center gap-1">
        {result === undefined ? null : (
          <>
            <SaveButton result={result} onToggle={() => bench.tools.toggleSaved(result)} />
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
      <PostView post={post} result={result} more={more} />
    </div>
  )
}
