import type { MessagePort } from 'node:worker_threads'

/** What arrives at a port, one after the other, also where it came before somebody asked. */
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
