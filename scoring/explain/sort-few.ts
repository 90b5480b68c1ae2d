/** Lists of up to this length are sorted without the engine, whose sort is slower for a few items. */
const few = 24

/** Sorts a list in place. The sort is stable and optimised for few items. */
export function sortFew<T>(items: T[], compare: (one: T, other: T) => number): void {
  // The loop below does not change a list that the engine has sorted.
  if (items.length > few) items.sort(compare)
  for (let at = 1; at < items.length; at++) {
    const item = items[at] as T
    let to = at
    for (; to > 0 && compare(items[to - 1] as T, item) > 0; to--) items[to] = items[to - 1] as T
    items[to] = item
  }
}
