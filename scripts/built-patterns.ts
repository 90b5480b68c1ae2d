import { relative } from 'node:path'
import { type FoundPattern, written } from './find-patterns.ts'

/**
 * All kinds of words from which patterns are built: plain, doubled, with hyphens, with periods, quoted, in
 * other scripts, with punctuation.
 */
const keywords = [
  'invoice',
  'planning tool',
  '"time tracking software"',
  'e-mail node.js sign-up',
  'aaaaaaaa aaaa',
  'management translator',
  '請求書 заметки',
]

const at = async <T>(load: Promise<T>, use: (loaded: T) => unknown) => use(await load)

/** For each file that builds patterns, a call that makes this file build patterns of every kind. */
const samples: Readonly<Record<string, () => Promise<unknown>>> = {
  'contract/sign-words.ts': () => import('#contract/sign-words.ts'),
  'contract/search.ts': () => import('#contract/search.ts'),
  'contract/keyword-terms.ts': () =>
    at(import('#contract/keyword-terms.ts'), async ({ keywordFinders, wordFinder }) => {
      const { parseKeyword } = await import('#contract/parse-keyword.ts')
      for (const keyword of keywords) {
        for (const { pattern } of keywordFinders(parseKeyword(keyword).terms)) pattern.test('')
        wordFinder([keyword.toLowerCase()])(keyword)
      }
    }),
  'server/config/payments-config.ts': () => import('#server/config/payments-config.ts'),
  'server/doors/web/page-template.ts': () =>
    at(import('#server/doors/web/page-template.ts'), ({ preparePage }) =>
      preparePage('', {} as Parameters<typeof preparePage>[1], 'text/html'),
    ),
  'server/features/archive/find/suggestion-rules.ts': () =>
    at(import('#server/features/archive/find/suggestion-rules.ts'), ({ replaceWord }) =>
      replaceWord('a.b+ tool', 'a.b+', 'tool'),
    ),
  'server/features/own/other-side-rules.ts': () => import('#server/features/own/other-side-rules.ts'),
  'web/features/results/markdown-edits.ts': () => import('#web/features/results/markdown-edits.ts'),
}

/** The file that called `buildPattern`, read from the stack trace of an error. */
function callerOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => line.includes('file://'))
  const above = frames.findLastIndex((line) => line.includes('build-pattern.ts')) + 1
  const path = /file:\/\/(?<path>[^:]+)/u.exec(frames[above] ?? '')?.groups?.path ?? ''
  return relative(process.cwd(), path)
}

/**
 * Runs the samples of these files, and returns the patterns that were built. `missing` are files without a
 * sample that works.
 */
export async function buildSamples(builders: ReadonlySet<string>) {
  const built = new Map<string, FoundPattern>()
  const Own = globalThis.RegExp
  globalThis.RegExp = new Proxy(Own, {
    construct(target, given: [string, string?]) {
      const [source, flags = ''] = given
      const from = callerOf(new Error())
      if (builders.has(from)) {
        const pattern = written(source, flags)
        built.set(`${from} ${pattern}`, { pattern, source, flags, at: from })
      }
      return Reflect.construct(target, given)
    },
  })
  try {
    for (const builder of builders) await samples[builder]?.()
  } finally {
    globalThis.RegExp = Own
  }
  const patterns = [...built.values()]
  const missing = [...builders].filter((builder) => !patterns.some((one) => one.at === builder))
  return { patterns, missing }
}
