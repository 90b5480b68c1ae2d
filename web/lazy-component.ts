import { lazy, type ReactNode } from 'react'

type Component<P> = (props: P) => ReactNode

/** A component whose code is loaded when it is first shown, by its export name. */
export function lazyComponent<N extends string, P>(load: () => Promise<Record<N, Component<P>>>, name: N) {
  return lazy<Component<P>>(async () => ({ default: (await load())[name] }))
}
