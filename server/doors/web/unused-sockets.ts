import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A product that stops waits for answers, not for connections that browsers open ahead or keep after an answer. */
export function closeUnusedSockets(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    // The server still listens for a moment while other hooks run.
    if (closing) socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    unused.delete(socket)
    // An answer that was under way keeps its connection open for the next request, which nobody would answer.
    response.once('close', () => {
      if (closing) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of unused) socket.destroy()
  })
}
