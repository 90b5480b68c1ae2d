import { totalmem } from 'node:os'

const megabyte = 1024 * 1024

/** What we ask of the embedded server; an external one keeps its operator's settings. */
export function serverSettings(memoryBytes = totalmem()): Record<string, string> {
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

/** An eighth of the memory, 64 MB at least; more than 512 MB did not make searches quicker. */
function sharedBuffersMb(memoryBytes: number): number {
  return Math.min(512, Math.max(64, Math.floor(memoryBytes / 8 / megabyte)))
}
