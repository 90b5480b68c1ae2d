import { once } from 'node:events'
import { createServer } from 'node:net'

/** Listens for a moment: who cannot is told before a database is made and filled. Rejects as `listen` does. */
export async function requireFreeAddress({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  await new Promise((closed) => probe.close(closed))
}
