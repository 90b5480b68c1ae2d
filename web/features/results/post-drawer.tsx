import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { SideDrawer } from '#web/ui/side-drawer.tsx'
import { DrawerToolbar } from './drawer-toolbar.tsx'
import { postKey } from './post-key.ts'
import { PostTitle } from './post-title.tsx'
import { PostView } from './post-view.tsx'
import { isFreeKey } from './shortcut-keys.ts'
import { usePost } from './use-post.ts'

export type PostDrawerProps = {
  sessionId: string
  /** The key of the post that is looked at; null when the drawer is closed. */
  open: string | null
  /** The posts of the list in its order: the drawer goes through them. */
  shown: readonly SearchResult[]
  onOpen: (key: string) => void
  onClose: () => void
  findReturn: (key: string) => HTMLElement | null
  onToggleSaved: (result: SearchResult) => void
  more?: ((result: SearchResult) => ReactNode) | undefined
}

/** One post of the results, whole, over the page. */
export function PostDrawer(props: PostDrawerProps) {
  // While it slides away, the drawer shows what it showed.
  const [last, setLast] = useState(props.open)
  if (props.open !== null && props.open !== last) setLast(props.open)
  const key = props.open ?? last
  return key === null ? null : <OpenDrawer {...props} postKey={key} />
}

function OpenDrawer(props: PostDrawerProps & { postKey: string }) {
  const { shown, onOpen, onClose, onToggleSaved } = props
  const title = useRef<HTMLHeadingElement>(null)
  const post = usePost(props.sessionId, props.postKey, true)
  const at = shown.findIndex((result) => postKey(result) === props.postKey)
  const listed = at === -1 ? undefined : shown[at]
  // The list also knows where else the post stands.
  const result = post.data === undefined ? listed : { ...listed, ...post.data }
  const go = (step: 1 | -1) => {
    const next = at === -1 ? undefined : shown[at + step]
    return next === undefined ? undefined : () => onOpen(postKey(next))
  }
  const save = result === undefined ? undefined : () => onToggleSaved(result)

  const isOpen = props.open !== null
  const isShown = useRef(props.postKey)
  useEffect(() => {
    // Another post in the same drawer: it begins at its title.
    if (isShown.current === props.postKey || !isOpen) return
    isShown.current = props.postKey
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'end' })
  }, [props.postKey, isOpen])

  const press = (event: KeyboardEvent) => {
    if (!isFreeKey(event, title.current?.closest('[role="dialog"]'))) return
    const act = { j: go(1), k: go(-1), s: save }[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  useEffect(() => {
    if (!isOpen) return
    // The focus comes into the drawer a moment after it is seen: its keys are for it from the first.
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })

  return (
    <SideDrawer
      open={isOpen}
      onClose={onClose}
      findReturn={() => props.findReturn(props.postKey)}
      titleRef={title}
      title={<PostTitle result={result} failed={post.isError} />}
      toolbar={<DrawerToolbar result={result} onNext={go(1)} onPrevious={go(-1)} onToggleSaved={save} />}
    >
      <PostView key={props.postKey} post={post} result={result} more={props.more} deferred />
    </SideDrawer>
  )
}
