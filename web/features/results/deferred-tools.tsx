import { useCallback, useEffect } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { PostDrawerProps } from './post-drawer.tsx'
import { useDeferred } from './use-deferred.ts'

const loadDrawer = async () => (await import('./post-drawer.tsx')).PostDrawer
const loadHelp = async () => (await import('./keyboard-help.tsx')).KeyboardHelp
const loadSavedList = async () => (await import('./saved-list.tsx')).SavedList

/** Whoever points at a post or moves to one may open it: its drawer's code comes before that. */
function fetchDrawerEarly(): () => void {
  const listening = new AbortController()
  const fetchOnce = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest('[data-post]') === null) return
    listening.abort()
    loadDrawer().catch(() => {})
  }
  for (const sign of ['pointerover', 'focusin']) {
    document.addEventListener(sign, fetchOnce, { signal: listening.signal, passive: true })
  }
  return () => listening.abort()
}

export type ToolDialog = 'help' | 'saved'

type LaterToolsProps = {
  drawer: PostDrawerProps
  /** Posts open in the drawer here. */
  narrow: boolean
  dialog: ToolDialog | null
  onCloseDialog: () => void
}

/** What opens over the results; its code comes when it is wanted. */
export function DeferredTools({ drawer, narrow, dialog, onCloseDialog }: LaterToolsProps) {
  useEffect(() => (narrow ? fetchDrawerEarly() : undefined), [narrow])
  const { onClose } = drawer
  const fail = useCallback(() => {
    onCloseDialog()
    onClose()
    showToast({
      title: 'Could not be opened',
      description: 'A part of this page did not arrive. Check the connection and try again.',
      tone: 'destructive',
    })
  }, [onCloseDialog, onClose])
  const Drawer = useDeferred(loadDrawer, drawer.open !== null, fail)
  const Help = useDeferred(loadHelp, dialog === 'help', fail)
  const SavedList = useDeferred(loadSavedList, dialog === 'saved', fail)
  return (
    <>
      {Drawer === null ? drawer.open === null ? null : <ComingDrawer /> : <Drawer {...drawer} />}
      {Help === null ? null : <Help open={dialog === 'help'} onClose={onCloseDialog} />}
      {SavedList === null ? null : <SavedList open={dialog === 'saved'} onClose={onCloseDialog} />}
    </>
  )
}

function ComingDrawer() {
  return (
    <div
      aria-hidden="true"
      className="fixed inset-y-0 right-0 z-40 flex w-full max-w-4xl flex-col gap-4 border-line bg-surface p-6 pt-16 shadow-lift-high sm:border-l"
    >
      <Skeleton className="h-7 w-4/5" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="mt-4 h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}
