/** Lets one task of a process run at a time, in the order of their calls. */
export type TakeTurn = <T>(task: () => Promise<T>) => Promise<T>

export function makeTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const done = last.then(task)
    last = done.catch(() => undefined)
    return done
  }
}
