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

/** What opens over the results; its code comes when it is wanted. */
export function DeferredTools(props: PostDrawerProps) {
  const { wide, drawer, dialog, closeDialog } = props.bench
  // Posts open in the drawer here.
  const narrow = wide === false
  const opens = narrow && drawer.open !== null
  useEffect(() => (narrow ? fetchDrawerEarly() : undefined), [narrow])
  const { close } = drawer
  const fail = useCallback(() => {
    closeDialog()
    close()
    showToast({
      title: 'Could not be opened',
      description: 'A part of this page did not arrive. Check the connection and try again.',
      tone: 'destructive',
    })
  }, [closeDialog, close])
  const Drawer = useDeferred(loadDrawer, opens, fail)
  const Help = useDeferred(loadHelp, dialog === 'help', fail)
  const SavedList = useDeferred(loadSavedList, dialog === 'saved', fail)
  return (
    <>
      {Drawer === null ? opens ? <ComingDrawer /> : null : <Drawer {...props} />}
      {Help === null ? null : <Help open={dialog === 'help'} onClose={closeDialog} />}
      {SavedList === null ? null : <SavedList open={dialog === 'saved'} onClose={closeDialog} />}
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
