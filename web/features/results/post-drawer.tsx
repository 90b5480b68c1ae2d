import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { Button } from '#web/ui/button.tsx'
import { SideDrawer } from '#web/ui/side-drawer.tsx'
import { postKey } from './post-key.ts'
import { PostTitle, PostView } from './post-view.tsx'
import { DiscussionLink, SaveButton } from './result-actions.tsx'
import { useFreeKeys } from './shortcut-keys.ts'
import { usePost } from './use-post.ts'
import type { Workbench } from './use-workbench.ts'

export type PostDrawerProps = {
  sessionId: string
  bench: Workbench
  more?: ((result: SearchResult) => ReactNode) | undefined
}

export function PostDrawer(props: PostDrawerProps) {
  const { wide, drawer } = props.bench
  const open = wide === false ? drawer.open : null
  // While it slides away, the drawer shows what it showed.
  const [last, setLast] = useState(open)
  if (open !== null && open !== last) setLast(open)
  const key = open ?? last
  return key === null ? null : <OpenDrawer {...props} isOpen={open !== null} shownKey={key} />
}

type OpenDrawerProps = PostDrawerProps & { isOpen: boolean; shownKey: string }

function OpenDrawer({ sessionId, bench, more, isOpen, shownKey }: OpenDrawerProps) {
  // The drawer goes through the posts of the list in its order.
  const { list } = bench.visible
  const { openPost, close, findReturn } = bench.drawer
  const title = useRef<HTMLHeadingElement>(null)
  const { post, result } = usePost({ sessionId, results: list }, shownKey)
  const at = list.findIndex((one) => postKey(one) === shownKey)
  const go = (step: 1 | -1) => {
    const next = at === -1 ? undefined : list[at + step]
    return next === undefined ? undefined : () => openPost(postKey(next))
  }
  const save = result === undefined ? undefined : () => bench.tools.toggleSaved(result)

  const lastShown = useRef(shownKey)
  useEffect(() => {
    // Another post in the same drawer: it begins at its title.
    if (lastShown.current === shownKey || !isOpen) return
    lastShown.current = shownKey
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'end' })
  }, [shownKey, isOpen])

  // The focus comes into the drawer a moment after it is seen: its keys are for it from the first.
  useFreeKeys(isOpen ? () => ({ j: go(1), k: go(-1), s: save }) : null, () =>
    title.current?.closest('[role="dialog"]'),
  )

  return (
    <SideDrawer
      open={isOpen}
      onClose={close}
      findReturn={() => findReturn(shownKey)}
      titleRef={title}
      title={<PostTitle result={result} failed={post.isError} />}
      toolbar={
        <>
          <StepButton label="Previous post" icon={ChevronLeft} onStep={go(-1)} />
          <StepButton label="Next post" icon={ChevronRight} onStep={go(1)} />
          {result === undefined || save === undefined ? null : (
            <>
              <SaveButton result={result} onToggle={save} />
              <DiscussionLink result={result} />
            </>
          )}
        </>
      }
    >
      <PostView key={shownKey} post={post} result={result} more={more} deferred />
    </SideDrawer>
  )
}

type StepButtonProps = { label: string; icon: typeof ChevronLeft; onStep: (() => void) | undefined }

/** Stays focusable at the end of the list, so that the keyboard does not lose its place. */
function StepButton({ label, icon: Icon, onStep }: StepButtonProps) {
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={label}
      title={label}
      aria-disabled={onStep === undefined}
      onClick={onStep}
      className="aria-disabled:cursor-default aria-disabled:opacity-40"
    >
      <Icon className="size-5" />
    </Button>
  )
}
