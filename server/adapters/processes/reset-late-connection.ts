import type { Worker } from 'node:cluster'

type Handed = { act?: unknown; cmd?: unknown }
type Handle = { close?: () => void }
type Send = (message: Handed, handle?: Handle, ...more: unknown[]) => boolean

/**
 * Node keeps a connection that it handed to a process open, if that process dies before it took the connection: the
 * client would wait for ever (seen with 24.21.0). A process gets one at a time; closing an accepted one again does
 * nothing.
 */
export function resetLateConnection(worker: Worker): void {
  const channel = worker.process as unknown as { send: Send }
  const send = channel.send.bind(channel)
  let last: Handle | undefined
  channel.send = (message, handle, ...more) => {
    if (message.cmd === 'NODE_CLUSTER' && message.act === 'newconn') last = handle
    return send(message, handle, ...more)
  }
  worker.once('exit', () => last?.close?.())
}
