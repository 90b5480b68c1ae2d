import { lazy, type ReactNode } from 'react'

type Component<P> = (props: P) => ReactNode

/** A component that is loaded, by the name of its export, when it is first shown. */
export function lazyComponent<N extends string, P>(load: () => Promise<Record<N, Component<P>>>, name: N) {
  return lazy<Component<P>>(async () => ({ default: (await load())[name] }))
}
