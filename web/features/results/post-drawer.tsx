import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SideDrawer } from '#web/ui/side-drawer.tsx'
import { PostActions } from './post-actions.tsx'
import { postKey } from './post-key.ts'
import { PostTitle, PostView, usePost } from './post-view.tsx'
import { shortcutKeys, useFreeKeys } from './shortcut-keys.ts'
import type { Workbench } from './use-workbench.ts'

export function PostDrawer({ bench }: { bench: Workbench }) {
  const open = bench.wide === false ? bench.tool.post : null
  // The post is kept while the drawer closes, so that the content does not change.
  const [last, setLast] = useState(open)
  if (open !== null && open !== last) setLast(open)
  const key = open ?? last
  return key === null ? null : <OpenDrawer bench={bench} isOpen={open !== null} shownKey={key} />
}

type OpenDrawerProps = { bench: Workbench; isOpen: boolean; shownKey: string }

function OpenDrawer({ bench, isOpen, shownKey }: OpenDrawerProps) {
  // The drawer steps through the posts in the order of the list.
  const { list } = bench.visible
  const title = useRef<HTMLHeadingElement>(null)
  const { post, result } = usePost(bench.outcome, shownKey)
  const at = list.findIndex((one) => postKey(one) === shownKey)
  const go = (step: 1 | -1) => {
    const next = at === -1 ? undefined : list[at + step]
    return next === undefined ? undefined : () => bench.openPost(postKey(next))
  }
  const save = result === undefined ? undefined : () => bench.tools.toggleSaved(result)

  const lastShown = useRef(shownKey)
  useEffect(() => {
    // When the drawer shows another post, it scrolls to the top.
    if (lastShown.current === shownKey || !isOpen) return
    lastShown.current = shownKey
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'end' })
  }, [shownKey, isOpen])

  // The drawer gets the focus shortly after it appears, but its keys work from the start.
  useFreeKeys(
    isOpen
      ? () => ({ [shortcutKeys.next]: go(1), [shortcutKeys.previous]: go(-1), [shortcutKeys.save]: save })
      : null,
    () => title.current?.closest('[role="dialog"]'),
  )

  return (
    <SideDrawer
      open={isOpen}
      onClose={bench.close}
      findReturn={() => bench.findReturn(shownKey)}
      titleRef={title}
      title={<PostTitle result={result} failed={post.isError} />}
      toolbar={
        <>
          <StepButton label="Previous post" icon={ChevronLeft} onStep={go(-1)} />
          <StepButton label="Next post" icon={ChevronRight} onStep={go(1)} />
          {result === undefined ? null : <PostActions result={result} />}
        </>
      }
    >
      <PostView key={shownKey} post={post} result={result} more={bench.more} deferred />
    </SideDrawer>
  )
}

type StepButtonProps = { label: string; icon: typeof ChevronLeft; onStep: (() => void) | undefined }

/** Stays focusable at the end of the list, so that the keyboard focus is not lost. */
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
