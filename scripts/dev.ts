import { spawn } from 'node:child_process'
import { readEnvironment } from '#server/config/config.ts'

/** Server and Vite side by side, both with reload; the first to end takes the other with it. */
const commands: [command: string, args: string[]][] = [
  ['node', ['--watch-path=server', '--watch-path=scoring', '--watch-path=contract', 'server/main.ts']],
  ['vite', ['--host', '127.0.0.1']],
]
// Vite asks the server at PORT, so both have to know what .env says.
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
