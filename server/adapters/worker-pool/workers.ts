import type { Owner } from './owner-queue.ts'
import type { Work } from './serve-work.ts'

type Rest<F> = F extends (talk: never, ...given: infer Given) => unknown ? Given : never
type StepOf<F> = F extends (...given: never[]) => AsyncGenerator<infer Step, void, never> ? Step : never
type GoOnOf<F> = F extends (...given: never[]) => AsyncGenerator<unknown, void, infer GoOn> ? GoOn : never

type Conversing<W extends Work, N extends keyof W['conversations']> = {
  name: N
  given: Rest<W['conversations'][N]>
  pieces: AsyncIterable<string>
}

/**
 * Runs slow work in another thread. Throws the task's expected errors, `WorkerEnded` if the task was
 * terminated after silence, or `overloaded` if too many tasks are waiting. The `bytes` of an argument, a list of
 * large parts, move to the thread, so the caller cannot use them afterwards.
 */
export interface Workers<W extends Work> {
  call<N extends keyof W['calls']>(
    owner: Owner,
    name: N,
    ...given: Parameters<W['calls'][N]>
  ): Promise<Awaited<ReturnType<W['calls'][N]>>>
  converse<N extends keyof W['conversations']>(
    owner: Owner,
    conversing: Conversing<W, N>,
  ): AsyncGenerator<StepOf<W['conversations'][N]>, void, GoOnOf<W['conversations'][N]>>
  close(): Promise<void>
}

/** Does the work in this thread. Only commands use this, because they serve nobody else. */
export function workHere<W extends Work>({ calls, conversations }: W): Workers<W> {
  return {
    call: async (_owner, name, ...given) => calls[name as string]?.(...given) as never,
    async *converse({ signal }, { name, given, pieces }) {
      const steps = conversations[name as string]?.({ pieces, reach: () => {} }, ...(given as never[]))
      let goOn: unknown
      for (;;) {
        signal?.throwIfAborted()
        const step = await steps?.next(goOn as never)
        if (step === undefined || step.done === true) return
        goOn = yield step.value as never
      }
    },
    close: async () => {},
  }
}
