import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../deploy/prometheus')

/**
 * Tests the alerts with simulated failures and with normal load. promtool is in Debian's package prometheus.
 */
function run(...words: string[]): number {
  const { error, status } = spawnSync('promtool', words, { cwd: folder, stdio: 'inherit' })
  if (error === undefined) return status ?? 1
  console.error(
    'promtool was not found, so the alerts were not tested. On Debian: apt-get install prometheus',
  )
  return 0
}

process.exitCode = run('check', 'rules', 'alerts.yml') || run('test', 'rules', 'alerts.test.yml')
