import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A shutdown waits for responses, not for idle connections that browsers open in advance or keep alive. */
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
    // A response in progress would keep its connection open for a next request, which nobody would answer.
    response.once('close', () => {
      if (closing) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of unused) socket.destroy()
  })
}
