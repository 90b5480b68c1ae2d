/** Sorts a short list in place, equals as they stood: for a handful of items the engine's own sort costs more than they do. */
export function sortFew<T>(items: T[], compare: (one: T, other: T) => number): void {
  for (let at = 1; at < items.length; at++) {
    const item = items[at] as T
    let to = at
    for (; to > 0 && compare(items[to - 1] as T, item) > 0; to--) items[to] = items[to - 1] as T
    items[to] = item
  }
}
