import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { variables } from '#server/config/config.ts'

const deploy = join(import.meta.dirname, '../deploy')
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')
const container = read('image/Containerfile')
const composeFiles = globSync('compose/*.yml', { cwd: deploy })

test('the image does not run as root, has one volume, and has a health check', () => {
  expect(container.match(/^USER (.*)$/gmu)).toEqual(['USER 10001:10001'])
  expect(container.match(/^VOLUME (.*)$/gmu)).toEqual(['VOLUME /data'])
  expect(container).toMatch(/^HEALTHCHECK .*health\.mjs"\]$/mu)
  expect(container).toContain('STOPSIGNAL SIGTERM')
})

test('a container engine that waits a whole interval before its first check finds the container healthy within 15 s', () => {
  const [, seconds = ''] = /^HEALTHCHECK --interval=(\d+)s/mu.exec(container) ?? []
  expect(Number(seconds)).toBeGreaterThan(0)
  expect(Number(seconds)).toBeLessThanOrEqual(10)
})

test('every file runs the same existing program', () => {
  const { scripts } = JSON.parse(readFileSync(join(deploy, '../package.json'), 'utf8'))
  const commands = [container, read('systemd/unmet.service'), scripts.start]
  const flags = commands.map((text) =>
    /bin\/node"?,? (.*)server\/main\.ts|exec node (.*?)server\/main\.ts \|\|/u.exec(text),
  )
  const written = flags.map((found) => (found?.[1] ?? found?.[2])?.replace(/[",]/gu, '').trim())
  // Without these limits, V8 lets garbage grow to several times the live objects.
  expect(written).toEqual(commands.map(() => '--max-semi-space-size=16 --heap-growing-percent=30'))
  expect(read('image/build.sh')).toContain('/readyz')
})

test.each(['unmet.service'])("the stop timeout of %s is longer than the product's own", (name) => {
  const [, seconds = ''] = /^TimeoutStopSec=(\d+)$/mu.exec(read(`systemd/${name}`)) ?? []
  // server/main.ts exits after 30 s in any case.
  expect(Number(seconds)).toBeGreaterThan(30)
})

test.each(composeFiles)(
  '%s makes everything except the volume read-only, and sets a stop timeout',
  (name) => {
    const text = read(name)
    expect(text).toContain('read_only: true')
    expect(text).toContain('no-new-privileges:true')
    const [, seconds = ''] = /stop_grace_period: (\d+)s/u.exec(text) ?? []
    expect(Number(seconds)).toBeGreaterThan(30)
  },
)

test('every setting in these files exists', () => {
  const others = ['PATH', 'HOME', 'BASE', 'POSTGRES_USER', 'POSTGRES_PASSWORD']
  const named = [
    ...container.matchAll(/\b([A-Z_]{3,})=/gu),
    ...read('systemd/unmet.service').matchAll(/\b([A-Z][A-Z_]{2,})=/gu),
    ...composeFiles.flatMap((name) => [...read(name).matchAll(/^ {6}([A-Z_]{3,}):/gmu)]),
  ].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !(name in variables) && !others.includes(name))).toEqual([])
})

test.skipIf(process.platform === 'win32')(
  'the scripts are valid, and refuse an unsupported architecture',
  () => {
    const script = join(deploy, 'image/build.sh')
    for (const name of ['build.sh', 'try.sh'])
      expect(spawnSync('bash', ['-n', join(deploy, 'image', name)]).status, name).toBe(0)
    const { status, stderr } = spawnSync('bash', [script, 's390x'], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([2, 's390x is no architecture of the image: amd64 or arm64\n'])
  },
)
