import type { Duty } from '#server/clock.ts'
import { type ArrivalsStore, arrivalsWork, type Follower } from './arrivals-store.ts'

export type FollowArrivals = { store: ArrivalsStore; followers: readonly Follower[] }

/** Reads the log to its end for one follower. Each post is read exactly once, even if the process is killed. */
export async function followArrivals(
  { store, followers }: FollowArrivals,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const follower = followers.find((one) => one.name === name)
  if (follower === undefined) return
  while (!signal.aborted && (await store.readNext(follower)));
  await store.deleteRead()
}

/** Each follower with unread posts gets a job of its own, so that none waits for another. */
export const arrivalsDuty = (deps: FollowArrivals): Duty => ({
  name: 'arrivals',
  atOnce: 2,
  announcedAs: arrivalsWork,
  listDue: async () => {
    const behind = await deps.store.listBehind(deps.followers.map(({ name }) => name))
    return behind.map((name) => ({ key: name, data: { name } }))
  },
  run: (data, signal) => followArrivals(deps, (data as { name: string }).name, signal),
})
