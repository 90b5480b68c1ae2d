import { spawn } from 'node:child_process'
import { readEnvironment } from '#server/config/config.ts'

/** Runs server and Vite, both with reload. If one ends, the other is stopped. */
const commands: [command: string, args: string[]][] = [
  ['node', ['--watch-path=server', '--watch-path=scoring', '--watch-path=contract', 'server/main.ts']],
  ['vite', ['--host', '127.0.0.1']],
]
// Vite forwards requests to the server at PORT, so both need the values of .env.
readEnvironment()
const children = commands.map(([command, args]) => spawn(command, args, { stdio: 'inherit' }))

function stopAll(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal)
}

for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 1
    stopAll('SIGTERM')
  })
}
process.on('SIGINT', () => stopAll('SIGINT'))
process.on('SIGTERM', () => stopAll('SIGTERM'))
