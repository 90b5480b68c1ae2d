import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Locked = {
  name?: string
  version: string
  integrity?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Lock = { name: string; version: string; packages: Record<string, Locked> }

/**
 * Packages that are shipped although only the build depends on them: Node (in the image), and the font and
 * the basic styles of the pages.
 */
const alwaysShipped = ['node', '@fontsource-variable/geist', 'tailwindcss'].map(
  (name) => `node_modules/${name}`,
)

/** The package to which a file belongs, as named in package-lock.json; null for our own files. */
export function lockedAt(path: string): string | null {
  const [, at] = /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)/su.exec(path) ?? []
  return at ?? null
}

/** The packages whose code is in the built pages, for the browser or the server. */
async function listBundled(root: string): Promise<string[]> {
  const { build } = await import('vite')
  const bundled = new Set<string>()
  const collect = {
    name: 'list-packages',
    generateBundle(this: { getModuleIds(): Iterable<string> }) {
      for (const id of this.getModuleIds()) bundled.add(lockedAt(id) ?? '')
    },
  }
  const shared = { configFile: join(root, 'vite.config.ts'), plugins: [collect], logLevel: 'error' as const }
  await build({ ...shared, build: { write: false } })
  const ssr = join(root, 'web/prerender.tsx')
  await build({ ...shared, ssr: { noExternal: true }, build: { write: false, ssr, manifest: false } })
  return [...bundled].filter((path) => path !== '')
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const refOf = (path: string, { version }: Locked) => `${nameOf(path)}@${version}`
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`

function componentOf(path: string, locked: Locked) {
  const { version, integrity = '', license, optional } = locked
  const digest = /^sha512-(\S+)/u.exec(integrity)?.[1]
  return {
    'bom-ref': refOf(path, locked),
    type: 'library',
    name: nameOf(path),
    version,
    scope: optional === true ? 'optional' : 'required',
    purl: purlOf(nameOf(path), version),
    ...(digest === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
  }
}

/** The place where Node finds a dependency of a package: in its own folder or in a parent folder. */
function resolveFrom(packages: Lock['packages'], path: string, name: string): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const at = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[at] !== undefined) return at
    if (folder === '') return null
  }
}

/**
 * The CycloneDX SBOM of the packages of the server and of the pages. One version always has the same SBOM.
 * `npm sbom --omit dev` is not used, because it leaves out packages that development needs as well (npm
 * 11.19).
 */
export function makeSbom({ name, version, packages }: Lock, bundled: Iterable<string>, madeAt: Date) {
  const alsoShipped = new Set(bundled)
  const isShipped = (path: string, { dev, devOptional }: Locked) =>
    path !== '' && ((dev !== true && devOptional !== true) || alsoShipped.has(path))
  const everyPlace = Object.entries(packages).filter(([path, locked]) => isShipped(path, locked))
  // A version that is installed in two places is one component.
  const shipped = [...new Map(everyPlace.map((one) => [refOf(...one), one])).values()]
  const paths = new Set(everyPlace.map(([path]) => path))
  const dependsOn = (path: string, { dependencies = {}, optionalDependencies = {} }: Locked) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .map((one) => resolveFrom(packages, path, one))
      .filter((at) => at !== null && paths.has(at))
      .map((at) => refOf(at ?? '', packages[at ?? ''] as Locked))
  const root = { 'bom-ref': `${name}@${version}`, purl: purlOf(name, version) }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: madeAt.toISOString(),
      component: {
        ...root,
        type: 'application',
        name,
        version,
        licenses: [{ expression: packages['']?.license }],
      },
    },
    components: shipped.map(([path, locked]) => componentOf(path, locked)),
    dependencies: [
      { ref: root['bom-ref'], dependsOn: shipped.map(([path, locked]) => refOf(path, locked)) },
      ...shipped.map(([path, locked]) => ({ ref: refOf(path, locked), dependsOn: dependsOn(path, locked) })),
    ],
  }
}

/** Writes the SBOM of a checkout. Returns the number of components. */
export async function writeSbom(root: string, file: string, madeAt: Date): Promise<number> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const bundled = existsSync(join(root, 'vite.config.ts')) ? await listBundled(root) : []
  const sbom = makeSbom(lock, [...bundled, ...alwaysShipped], madeAt)
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
  return sbom.components.length
}
