/** One end of the channel between two processes of ours. */
type Channel = {
  send: (message: Said, sent: (failure: Error | null) => void) => unknown
  on: (event: 'message', hear: (message: unknown) => void) => unknown
}

type Said =
  | { question: string; value: unknown; id: number }
  | { answers: number; value?: unknown; failed?: string }

const isOurs = (message: unknown): message is Said =>
  typeof message === 'object' && message !== null && ('question' in message || 'answers' in message)

export type Answer = (question: string, value: unknown) => unknown

/**
 * Exchanges questions and answers between two processes, in both directions. A question stays open until the
 * other process answers or ends.
 */
export function openLine(channel: Channel, answer: Answer) {
  const asked = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0

  const reply = async ({ question, value, id }: Extract<Said, { question: string }>) => {
    let said: Said
    try {
      said = { answers: id, value: await answer(question, value) }
    } catch (error) {
      said = { answers: id, failed: error instanceof Error ? error.message : String(error) }
    }
    // Errors are ignored, because the process that asked may have ended.
    channel.send(said, () => {})
  }
  const settle = ({ answers, value, failed }: Extract<Said, { answers: number }>) => {
    const pending = asked.get(answers)
    asked.delete(answers)
    if (failed === undefined) pending?.resolve(value)
    else pending?.reject(new Error(failed))
  }
  channel.on('message', (message) => {
    if (!isOurs(message)) return
    if ('answers' in message) settle(message)
    else void reply(message)
  })
  return {
    ask(question: string, value?: unknown): Promise<unknown> {
      last += 1
      const pending = Promise.withResolvers<unknown>()
      asked.set(last, pending)
      const id = last
      channel.send({ question, value, id }, (failure) => {
        if (failure === null) return
        asked.delete(id)
        pending.reject(failure)
      })
      return pending.promise
    },
    /** Called when the other process has ended, so that open questions fail. */
    close(): void {
      for (const { promise, reject } of asked.values()) {
        promise.catch(() => {})
        reject(new Error('The other process has ended'))
      }
      asked.clear()
    },
  }
}
