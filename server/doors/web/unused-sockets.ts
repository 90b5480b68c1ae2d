import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * On shutdown, closes idle connections that browsers opened in advance or kept alive. Otherwise the server
 * would wait for these connections.
 */
export function closeUnusedSockets(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    // The server still listens for a moment while other hooks of the shutdown run.
    if (closing) socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    unused.delete(socket)
    // After a response in progress, its connection would stay open for another request. That request would
    // never be answered.
    response.once('close', () => {
      if (closing) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of unused) socket.destroy()
  })
}
