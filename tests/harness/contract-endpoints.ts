import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

/** All endpoints of all contract modules, so that a new one is tested without being listed. */
export async function listEndpoints(): Promise<Endpoint[]> {
  const folder = join(import.meta.dirname, '../../contract')
  const endpoints: Endpoint[] = []
  for await (const file of glob('{*,v1/*}.ts', { cwd: folder })) {
    if (file.endsWith('.test.ts')) continue
    const exported: Record<string, unknown> = await import(join(folder, file))
    endpoints.push(...Object.values(exported).filter(isEndpoint))
  }
  return endpoints.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

const nameOf = ({ method, path }: Endpoint) => `${path} ${method}`

/** The endpoint's path with its parameters filled in. */
export function addressOf(endpoint: Endpoint, parameter: (name: string) => string): string {
  return endpoint.path.replace(/:(\w+)/gu, (_, name: string) => encodeURIComponent(parameter(name)))
}

export const hasBody = ({ method }: Endpoint) => ['POST', 'PUT', 'PATCH'].includes(method)
