import type { Worker } from 'node:cluster'

type Handed = { act?: unknown; cmd?: unknown }
type Handle = { close?: () => void }
type Send = (message: Handed, handle?: Handle, ...more: unknown[]) => boolean

/**
 * If a process dies before it takes a connection that Node handed to it, Node keeps the connection open and
 * the client waits for ever (seen with 24.21.0). A process gets one connection at a time. Closing a
 * connection that the process has already accepted has no effect.
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
