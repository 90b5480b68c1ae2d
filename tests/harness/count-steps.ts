import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { countedPattern, type StepCount, TooManySteps } from './counted-pattern.ts'

/**
 * Counts the work of modules imported after this file, including packages: function calls, loop iterations,
 * regular expression steps, and elements visited by methods of strings and lists. Time is not measured.
 */
const count: StepCount & { on: boolean } = { steps: 0, most: Number.POSITIVE_INFINITY, on: false }

function add(steps: number): void {
  if (!count.on) return
  count.steps += steps
  if (count.steps > count.most) throw new TooManySteps(`more than ${count.most} steps`)
}

const mark = '__countStep'
Object.defineProperty(globalThis, mark, { value: () => add(1) })
const markAll = '__countAll'
Object.defineProperty(globalThis, markAll, {
  value: (list: { length?: unknown; size?: unknown } | null | undefined) => {
    if (count.on) add(Number(list?.length ?? list?.size ?? 0) || 0)
    return list
  },
})

type Insertion = { at: number; text: string; opens: number | null }
type Located = { type: string; start: number; end: number }

/** Sorts insertions at the same place: ends before starts, and inner ends before outer ends. */
const inOrder = (a: Insertion, b: Insertion) =>
  a.at - b.at || Number(a.opens === null) - Number(b.opens === null) || (b.opens ?? 0) - (a.opens ?? 0)

function insert(source: string, insertions: readonly Insertion[]): string {
  let out = ''
  let at = 0
  for (const one of insertions.toSorted(inOrder)) {
    out += source.slice(at, one.at) + one.text
    at = one.at
  }
  return out + source.slice(at)
}

/** Instruments each function, loop iteration and spread list. */
function instrument(path: string, source: string): string {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) return source
  const insertions: Insertion[] = []
  const wrap = ({ start, end }: Located, before: string, after: string) =>
    insertions.push({ at: start, text: before, opens: null }, { at: end, text: after, opens: start })
  const enter = (body: Located | null) => {
    if (body?.type === 'BlockStatement')
      insertions.push({ at: body.start + 1, text: `${mark}();`, opens: null })
    else if (body !== null) wrap(body, `{${mark}();`, '}')
  }
  const loop = ({ body }: { body: Located }) => enter(body)
  new Visitor({
    FunctionDeclaration: ({ body }) => enter(body),
    FunctionExpression: ({ body }) => enter(body),
    ArrowFunctionExpression({ body, expression }) {
      if (expression) wrap(body, `(${mark}(),`, ')')
      else enter(body)
    },
    ForStatement: loop,
    ForInStatement: loop,
    ForOfStatement: loop,
    WhileStatement: loop,
    DoWhileStatement: loop,
    SpreadElement: ({ argument }) => wrap(argument, `${markAll}(`, ')'),
    NewExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && /^(?:Map|Set)$/u.test(callee.name) && first !== undefined)
        if (first.type !== 'SpreadElement') wrap(first, `${markAll}(`, ')')
    },
  }).visit(program)
  return insert(source, insertions)
}

/** The parser loads further code on first use. */
instrument('first.js', '')

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (
      !url.startsWith('file:') ||
      url.includes('/oxc-parser/') ||
      loaded.source == null ||
      !/module|commonjs/u.test(loaded.format ?? '')
    )
      return loaded
    const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
    return { ...loaded, source: instrument(fileURLToPath(url), source) }
  },
})

/**
 * Strings that V8 has flattened. The first access to a concatenated string costs as many steps as its length.
 */
const whole = new Set<string>()
/** The original method, because the code below replaces it. */
const { exec } = RegExp.prototype as { exec: (this: RegExp, text: string) => RegExpExecArray | null }
type Matcher = ReturnType<typeof countedPattern>
/**
 * Matchers by pattern object, because reading a pattern's source costs more than most matches. A pattern
 * within a function is a new object at each call.
 */
const matchersOf = new WeakMap<RegExp, Matcher>()
const matchers = new Map<string, Matcher>()

function lookInto(text: string): void {
  if (text.length < 13 || whole.has(text)) return
  whole.add(text)
  count.steps += text.length
}

function matcherOf(pattern: RegExp): Matcher {
  const key = `${pattern.flags}/${pattern.source}`
  const matcher = matchers.get(key) ?? countedPattern(pattern)
  matchers.set(key, matcher)
  matchersOf.set(pattern, matcher)
  return matcher
}

/** Once `exec` is replaced, all matching methods of patterns and strings call the replacement. */
RegExp.prototype.exec = function (this: RegExp, given: string) {
  const text = String(given)
  if (!count.on) return exec.call(this, text)
  count.on = false
  try {
    lookInto(text)
    const matcher = matchersOf.get(this) ?? matcherOf(this)
    matcher(text, this.global || this.sticky ? this.lastIndex : 0, count)
  } finally {
    count.on = true
  }
  return exec.call(this, text)
}

type Method = (this: unknown, ...given: unknown[]) => unknown
/** The cost of one call, by its receiver, arguments and result. */
type Cost = (on: { length: number }, given: readonly unknown[], gave: unknown) => number

function countMethods(of: object, names: string, cost: Cost): void {
  for (const name of names.split(' ')) {
    const method = (of as Record<string, Method>)[name]
    if (method === undefined) continue
    const counted = {
      [name](this: { length: number }, ...given: unknown[]) {
        if (!count.on) return method.apply(this, given)
        if (typeof this === 'string') {
          count.on = false
          lookInto(this)
          count.on = true
        }
        const gave = method.apply(this, given)
        if (typeof gave === 'string') whole.add(gave)
        count.on = false
        const steps = 1 + cost(this, given, gave)
        count.on = true
        add(steps)
        return gave
      },
    }[name]
    Object.defineProperty(of, name, { value: counted, writable: true, configurable: true })
  }
}

const all: Cost = ({ length }) => length
/** The cost from the start of a search to its match, or to the end if there is no match. */
const searched: Cost = ({ length }, [, from], gave) =>
  (typeof gave === 'number' && gave !== -1 ? gave + 1 : length) - (Number(from) || 0)
const made: Cost = (_, __, gave) => (typeof gave === 'string' || Array.isArray(gave) ? gave.length : 0)
const cutOff: Cost = ({ length }, _, gave) => length - String(gave).length

countMethods(
  String.prototype,
  'toLowerCase toUpperCase normalize toWellFormed isWellFormed localeCompare',
  all,
)
countMethods(String.prototype, 'replace replaceAll split repeat padStart padEnd concat', made)
countMethods(String.prototype, 'includes lastIndexOf', all)
countMethods(String.prototype, 'indexOf', searched)
countMethods(String.prototype, 'trim trimStart trimEnd', cutOff)
countMethods(
  String.prototype,
  'slice substring at charAt charCodeAt codePointAt startsWith endsWith',
  () => 0,
)
countMethods(Array.prototype, 'includes lastIndexOf reverse fill toSpliced toReversed', all)
// The engine moves all elements after the changed place in one operation.
countMethods(Array.prototype, 'splice shift unshift', ({ length }) => length >> 4)
countMethods(Array.prototype, 'indexOf', searched)
countMethods(Array.prototype, 'slice concat flat join sort toSorted with', made)
countMethods(Object, 'keys entries values fromEntries assign', made)
countMethods(JSON, 'parse', (_, [text]) => String(text).length)
countMethods(JSON, 'stringify', made)

/** The steps that some work takes; infinite if there are more than `most`. */
export async function countSteps(work: () => unknown, most: number): Promise<number> {
  whole.clear()
  Object.assign(count, { steps: 0, most, on: true })
  try {
    await work()
  } catch (error) {
    // An error for a refused text is a normal result.
    if (error instanceof TooManySteps) return Number.POSITIVE_INFINITY
  } finally {
    count.on = false
  }
  return count.steps > most ? Number.POSITIVE_INFINITY : count.steps
}
