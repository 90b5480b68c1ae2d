import { type Handler, Parser } from 'htmlparser2'
import { cutText } from '#contract/cut-text.ts'

/** The maximum depth. Real HTML is nested far less, and the parser's work grows with the depth. */
const mostDepth = 250

class TooDeep extends Error {}

type Handlers = Pick<Handler, 'onopentag' | 'onclosetag' | 'ontext'>

/** Emits elements and texts of HTML, up to a length and a depth. */
export function parseHtml(html: string, handlers: Handlers, mostCharacters: number): void {
  let depth = 0
  const parser = new Parser({
    ...handlers,
    onopentag(name, of, isImplied) {
      if (depth >= mostDepth) throw new TooDeep()
      depth += 1
      handlers.onopentag?.(name, of, isImplied)
    },
    onclosetag(name, isImplied) {
      depth -= 1
      handlers.onclosetag?.(name, isImplied)
    },
  })
  try {
    parser.end(cutText(html, mostCharacters))
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
}
