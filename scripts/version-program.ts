import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

type Environment = Record<string, string>

/** A version of the product in a folder of its own, with its packages and built pages. */
export async function unpackVersion(root: string, ref: string, folder: string): Promise<void> {
  const run = (command: string, cwd: string) => {
    const { status } = spawnSync('bash', ['-o', 'pipefail', '-c', command], { cwd, stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error(`${command} failed in ${cwd}`)
  }
  if (existsSync(join(folder, 'web/dist/app.html'))) return
  await mkdir(folder, { recursive: true })
  run(`git archive ${ref} | tar -x -C ${folder}`, root)
  run('npm ci --no-audit --no-fund', folder)
  run('npm run build', folder)
}

const environmentOf = (own: Environment) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  HACKER_NEWS: 'off',
  LOG_LEVEL: 'warn',
  ...own,
})

/** Runs one command of a version and waits until it ends. */
export async function runCommandOf(root: string, words: readonly string[], environment: Environment) {
  const child = spawn(join(root, 'node_modules/.bin/node'), [...words], {
    cwd: root,
    env: environmentOf(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

export type Instance = Awaited<ReturnType<typeof startInstance>>

/** Starts an instance of a version as an operator would, and waits until it prints its URL. */
export async function startInstance(root: string, port: number, environment: Environment) {
  const child = spawn(join(root, 'node_modules/.bin/node'), ['server/main.ts'], {
    cwd: root,
    env: environmentOf({ ...environment, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { promise: started, resolve, reject } = Promise.withResolvers<void>()
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('Unmet is ready')) resolve()
    })
  }
  const ended = once(child, 'close').then(() => reject(new Error(`The instance at ${port} ended:\n${said}`)))
  await started
  return {
    port,
    async stop(): Promise<number | null> {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}
