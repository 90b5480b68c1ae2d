import { lazy, type ReactNode } from 'react'
import { NotLoaded, OutdatedTab } from '#web/features/site/not-loaded.tsx'

type Component<P> = (props: P) => ReactNode

/** Whether the server answers. Then code that cannot be loaded was replaced by an upgrade. */
const doesServerAnswer = () =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/**
 * A component that is loaded, by the name of its export, when it is first shown. If its code cannot be loaded,
 * such as in a tab that was open during an upgrade, `whenGone` takes its place, and the rest of the page stays.
 */
export function lazyComponent<N extends string, P>(
  load: () => Promise<Record<N, Component<P>>>,
  name: N,
  whenGone?: () => ReactNode,
) {
  return lazy<Component<P>>(async () => {
    try {
      return { default: (await load())[name] }
    } catch (error) {
      // A page cannot be built without its parts.
      if (typeof window === 'undefined') throw error
      reportError(error)
      return { default: whenGone ?? ((await doesServerAnswer()) ? OutdatedTab : NotLoaded) }
    }
  })
}
