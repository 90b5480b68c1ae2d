import { resolve } from 'node:path'
import { type ReadVariable, variable, wholeNumber } from './config-variable.ts'

const keepCount = wholeNumber(0, 1000)

export const operationsVariables = {
  DRAIN_SECONDS: variable({
    takes: 'a whole number of seconds from 0 to 20',
    purpose:
      'How long the product continues to answer after SIGTERM while /readyz returns 503; choose more than a load balancer needs to notice',
    fallback: '0',
    read: wholeNumber(0, 20),
  }),
  METRICS_TOKEN: variable({
    takes: 'at least 16 printable characters without spaces',
    purpose:
      'Opens /metrics (Prometheus) to requests with the header Authorization: Bearer TOKEN; without it there are no metrics',
    read: (text) => (/^[\x21-\x7e]{16,300}$/.test(text) ? text : undefined),
  }),
  BACKUP_DIR: variable({
    takes: 'a folder',
    purpose: 'Folder for a daily backup, best on another disk; without it there are no daily backups',
    read: (text) => (text.includes('\0') ? undefined : resolve(text)),
  }),
  BACKUP_AT: variable({
    takes: 'a time from 00:00 to 23:59, UTC',
    purpose: 'When the daily backup is written',
    fallback: '02:30',
    read: (text) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? (text as `${number}:${number}`) : undefined),
  }),
  BACKUP_KEEP: variable({
    takes: 'three whole numbers up to 1000: days,weeks,months',
    purpose:
      'How many backups in BACKUP_DIR are kept: the last one of each of this many days, weeks and months; others are deleted',
    fallback: '7,4,6',
    read: (text) => {
      const [days, weeks, months, ...more] = text.split(',').map((part) => keepCount(part.trim()))
      if (days === undefined || weeks === undefined || months === undefined || more.length > 0)
        return undefined
      return { days, weeks, months }
    },
  }),
}

export function readOperations(read: ReadVariable<typeof operationsVariables>) {
  const folder = read('BACKUP_DIR')
  const keep = read('BACKUP_KEEP') ?? { days: 7, weeks: 4, months: 6 }
  return {
    drainMs: (read('DRAIN_SECONDS') ?? 0) * 1000,
    metricsToken: read('METRICS_TOKEN'),
    backups: folder === null ? null : { folder, at: read('BACKUP_AT') ?? ('02:30' as const), keep },
  }
}
