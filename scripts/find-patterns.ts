import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

/** A pattern as `/source/flags`, and its location. */
export type FoundPattern = { pattern: string; source: string; flags: string; at: string }

/**
 * What the sources contain: literal patterns, files that call `buildPattern`, and other places that construct
 * a pattern.
 */
export type FoundPatterns = { literals: FoundPattern[]; builders: Set<string>; strays: string[] }

const builder = 'contract/build-pattern.ts'

export const written = (source: string, flags: string) => `/${source}/${flags}`

/** The source files in these folders, without tests. */
export function sourcesIn(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`))
    .filter((path) => !/\.(?:test|spec)\.tsx?$|(?:^|\/)(?:dist|node_modules)\//u.test(path))
    .sort()
}

function readSource(path: string, found: FoundPatterns): void {
  const text = readFileSync(path, 'utf8')
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const placeOf = (start: number) => `${path}:${text.slice(0, start).split('\n').length}`
  const call = (name: string, start: number) => {
    if (name === 'buildPattern') found.builders.add(path)
    if (name === 'RegExp' && path !== builder) found.strays.push(placeOf(start))
  }
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern: source, flags } = node.regex
      found.literals.push({ pattern: written(source, flags), source, flags, at: placeOf(node.start) })
    },
    CallExpression({ callee, start }) {
      if (callee.type === 'Identifier') call(callee.name, start)
    },
    NewExpression({ callee, start }) {
      if (callee.type === 'Identifier') call(callee.name, start)
    },
  }).visit(program)
}

export function findPatterns(paths: readonly string[]): FoundPatterns {
  const found: FoundPatterns = { literals: [], builders: new Set(), strays: [] }
  for (const path of paths) readSource(path, found)
  return found
}
