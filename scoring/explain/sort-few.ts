/** So many are sorted here, and more by the engine: for a handful its own sort costs more than they do. */
const few = 24

/** Sorts a list in place, most often of few items, equals as they stood. */
export function sortFew<T>(items: T[], compare: (one: T, other: T) => number): void {
  // What the engine has sorted, the loop leaves as it is.
  if (items.length > few) items.sort(compare)
  for (let at = 1; at < items.length; at++) {
    const item = items[at] as T
    let to = at
    for (; to > 0 && compare(items[to - 1] as T, item) > 0; to--) items[to] = items[to - 1] as T
    items[to] = item
  }
}
