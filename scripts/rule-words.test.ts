import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { ruleWords } from '#scoring/rule-words.ts'

/** The texts of this file only warm up the engine. They cannot change a score. */
const withoutRules = 'scoring/warm-up.ts'

/** The file at `path`, and all files that it imports directly or indirectly. */
function filesFrom(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path) || path === withoutRules || !path.endsWith('.ts')) return found
  found.add(path)
  const { program } = parseSync(path, readFileSync(path, 'utf8'))
  new Visitor({
    ImportDeclaration({ source }) {
      if (source.value.startsWith('.')) filesFrom(join(dirname(path), source.value), found)
    },
    ExportNamedDeclaration({ source }) {
      if (source?.value.startsWith('.')) filesFrom(join(dirname(path), source.value), found)
    },
  }).visit(program)
  return found
}

/**
 * The patterns of a file, and its strings of several words or alternatives. Names of fields, single words and
 * error messages are left out, so that a change without effect on scores rarely changes the digest.
 */
function wordsOf(text: string): string[] {
  const words: string[] = []
  let errors = 0
  const isError = ({ callee }: Parameters<NonNullable<VisitorObject['NewExpression']>>[0]) =>
    callee.type === 'Identifier' && callee.name.endsWith('Error')
  new Visitor({
    NewExpression(node) {
      if (isError(node)) errors++
    },
    'NewExpression:exit'(node) {
      if (isError(node)) errors--
    },
    Literal(node) {
      if (errors > 0) return
      if ('regex' in node) words.push(`/${node.regex.pattern}/${node.regex.flags}`)
      else if (typeof node.value === 'string' && /[ |]/u.test(node.value)) words.push(node.value)
    },
    TemplateElement({ value }) {
      if (errors === 0 && /[ |]/u.test(value.raw)) words.push(value.raw)
    },
  }).visit(parseSync('rules.ts', text).program)
  return words
}

function digestOf(texts: readonly string[]): string {
  let hash = 0x811c9dc5
  const all = JSON.stringify(texts.flatMap(wordsOf).sort())
  for (let at = 0; at < all.length; at++) hash = Math.imul(hash ^ all.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

describe('ruleWords', () => {
  it('is the digest of the patterns and word lists of the scorer', () => {
    const paths = [...filesFrom('scoring/score-post.ts')]
    expect(paths).toContain('scoring/explain/fits-signal.ts')
    expect(paths).toContain('scoring/text/list-sentences.ts')
    // If this fails, write the new digest to scoring/rule-words.ts. The version of the scorer then changes too.
    expect(ruleWords).toBe(digestOf(paths.map((path) => readFileSync(path, 'utf8'))))
  })

  it.each([
    ['a word of a list', "const known = split('one two')", "const known = split('one three')"],
    ['a pattern', 'const seeks = /one|two/u', 'const seeks = /one/u'],
    ['a flag of a pattern', 'const seeks = /one|two/u', 'const seeks = /one|two/iu'],
  ])('changes with %s', (_, before, after) => {
    expect(digestOf([before])).not.toBe(digestOf([after]))
  })

  it('does not change with comments, names, numbers, messages of errors and the order of lists', () => {
    const before = "const size = 64 // why\nconst known = split('one two')\nconst seeks = /one/u"
    const after =
      "if (size < 0) throw new RangeError(`The size is negative`)\nconst wants = /one/u\nconst longest = 128\nconst words = split('one two')"
    expect(digestOf([before])).toBe(digestOf([after]))
  })
})
