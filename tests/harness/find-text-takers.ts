import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'

/** Types of text input: from a response, a file or a form. */
const textTypes = /\b(?:string|unknown|Uint8Array|Buffer|TableHead)\b/u

type Annotated = { typeAnnotation?: { start: number; end: number } | null; start: number; end: number }

/** Exported functions of a folder's files that take a text, or an object with a text, as `file#name`. */
export function findTextTakers(folder: string): string[] {
  return globSync(`${folder}/**/*.ts`)
    .filter((path) => !path.endsWith('.test.ts'))
    .sort()
    .flatMap((path) => {
      const source = readFileSync(path, 'utf8')
      const takesText = (params: readonly object[]) =>
        params.some((param) => {
          const { typeAnnotation } = ('left' in param ? param.left : param) as Annotated
          return (
            typeAnnotation != null && textTypes.test(source.slice(typeAnnotation.start, typeAnnotation.end))
          )
        })
      const { program } = parseSync(path, source)
      const names = program.body.flatMap((statement) => {
        if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) return []
        const { declaration } = statement
        if (declaration.type === 'FunctionDeclaration')
          return takesText(declaration.params) ? [declaration.id?.name ?? ''] : []
        if (declaration.type !== 'VariableDeclaration') return []
        return declaration.declarations.flatMap(({ id, init }) =>
          id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression' && takesText(init.params)
            ? [id.name]
            : [],
        )
      })
      return names.map((name) => `${path.slice(folder.length + 1)}#${name}`)
    })
}
