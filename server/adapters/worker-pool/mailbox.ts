import type { MessagePort } from 'node:worker_threads'

/** The messages of a port in order, including those that arrived before the first read. */
export function makeMailbox<Message>(port: MessagePort): { next: () => Promise<Message> } {
  const arrived: Message[] = []
  let waiter: ((message: Message) => void) | null = null
  port.on('message', (message: Message) => {
    if (waiter === null) arrived.push(message)
    else waiter(message)
    waiter = null
  })
  return {
    next: async () => {
      const message = arrived.shift()
      if (message !== undefined) return message
      const { promise, resolve } = Promise.withResolvers<Message>()
      waiter = resolve
      return promise
    },
  }
}
