/** Segments are merged only up to this size. */
const most = { posts: 1_000_000, bytes: 3_000_000_000 }
/** A segment is merged with the newer segments once these contain this share of its number of posts. */
const newerShare = 1 / 3
/** A segment is written again once this share of its posts is deleted. */
const goneShare = 0.1

type Size = { posts: number; gone: number; bytes: number }

/** The neighbouring segments to merge into one. Segments are ordered from oldest to newest. Null if none. */
export function segmentsToMerge(sizes: readonly Size[]): { from: number; end: number } | null {
  const fits = (from: number, end: number) => {
    const some = sizes.slice(from, end)
    return (
      some.reduce((sum, { posts, gone }) => sum + posts - gone, 0) <= most.posts &&
      some.reduce((sum, { bytes }) => sum + bytes, 0) <= most.bytes
    )
  }
  for (let from = 0; from < sizes.length - 1; from += 1) {
    const newer = sizes.slice(from + 1).reduce((sum, { posts }) => sum + posts, 0)
    if (newer < newerShare * (sizes[from]?.posts ?? 0)) continue
    let end = sizes.length
    while (end > from + 1 && !fits(from, end)) end -= 1
    if (end > from + 1) return { from, end }
  }
  const worn = sizes.findIndex(({ posts, gone }) => gone > goneShare * posts)
  return worn === -1 ? null : { from: worn, end: worn + 1 }
}
