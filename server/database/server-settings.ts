import { totalmem } from 'node:os'

const megabyte = 1024 * 1024

/** What we ask of the embedded server; an external one keeps its operator's settings. */
export function serverSettings(memoryBytes = ownMemoryBytes()): Record<string, string> {
  return {
    shared_buffers: `${sharedBuffersMb(memoryBytes)}MB`,
    work_mem: '32MB',
    maintenance_work_mem: '128MB',
    gin_pending_list_limit: '32MB',
    max_connections: '60',
    jit: 'off',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The log is for the operator: no texts of posts, no keywords, no e-mail addresses.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
}

/** An eighth of the memory: with 3 GB in place of 512 MB a million posts are searched in half the time. */
function sharedBuffersMb(memoryBytes: number): number {
  return Math.min(4096, Math.max(64, Math.floor(memoryBytes / 8 / megabyte)))
}

/** What this process may use: a container's share, where there is one. */
function ownMemoryBytes(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}
