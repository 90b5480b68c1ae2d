export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** Whether the work settled within the limit. Work that takes longer is not stopped. */
export async function settledWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(late.resolve, limitMs, false)
  const settled = () => true
  return Promise.race([work.then(settled, settled), late.promise]).finally(() => clearTimeout(timer))
}
