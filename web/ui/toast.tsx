import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import type { ToastStage, ToastText } from './toast-viewport.tsx'

type Viewport = ComponentType<{ onReady: (stage: ToastStage) => void }>

let viewport: Viewport | null = null
let stage: ToastStage | null = null
let waiting: ToastText | null = null
const listeners = new Set<() => void>()

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

/** Toasts weigh 17 kB that no first paint needs: their code follows the page. */
async function fetchViewport(): Promise<void> {
  if (viewport !== null) return
  try {
    viewport = (await import('./toast-viewport.tsx')).ToastViewport
  } catch {
    // No connection: what happened stands on the page as well, and the next toast tries again.
    return
  }
  for (const onChange of listeners) onChange()
}

/** Shows one toast in place of the one before. */
export function showToast(toast: ToastText): void {
  if (stage === null) {
    waiting = toast
    void fetchViewport()
  } else {
    stage.show(toast)
  }
}

/** Takes away what was told about something that is over. */
export function closeToasts(): void {
  waiting = null
  stage?.close()
}

/** The place for toasts is there from now on: what waited is shown. */
function openStage(opened: ToastStage): void {
  stage = opened
  if (waiting !== null) opened.show(waiting)
  waiting = null
}

/** Where toasts appear. */
export function ToastRegion() {
  const Drawn = useSyncExternalStore(
    subscribe,
    () => viewport,
    () => null,
  )
  useEffect(() => {
    void fetchViewport()
  }, [])
  return Drawn === null ? null : <Drawn onReady={openStage} />
}
