import { cutText } from '#contract/cut-text.ts'
import { parseHtml } from './parse-html.ts'
import { storableText } from './storable-text.ts'

/** Collects lines of text. Quotes are marked as in plain-text mail. */
function textLines() {
  const written: string[] = []
  let line = ''
  /**
   * A separate flag, because reading the end of a growing string takes time proportional to the string's
   * length.
   */
  let endsBlank = false
  /** The line breaks to write before the next word: one, or two before a paragraph. */
  let due = 0
  let quotes = 0
  /** The marker of a list item that has no words yet. */
  let marker = ''

  const end = (ends: number) => {
    if (marker === '') due = Math.max(due, ends)
  }

  function write(piece: string): void {
    if (piece === '') return
    if (due > 0 && (line !== '' || written.length > 0)) {
      written.push(line.trimEnd(), ...(due > 1 ? [''] : []))
      line = ''
    }
    if (line === '' && quotes > 0) line = '> '
    line += marker + piece
    endsBlank = piece.endsWith(' ')
    marker = ''
    due = 0
  }

  const opensLine = () => line === '' || due > 0 || marker !== '' || endsBlank

  return {
    /** Adds words to a line; white space becomes one space. */
    words(piece: string): void {
      const spaced = piece.replace(/\s+/gu, ' ')
      write(opensLine() ? spaced.trimStart() : spaced)
    },
    lines(piece: string): void {
      for (const [at, one] of piece.split('\n').entries()) {
        if (at > 0) due = Math.min(due + 1, 2)
        write(one)
      }
    },
    /** Authors use two line breaks for a paragraph. */
    breakLine(): void {
      if (marker === '') due = Math.min(due + 1, 2)
    },
    endLine: () => end(1),
    endParagraph: () => end(2),
    beginItem(marked: string): void {
      end(1)
      marker = marked
    },
    /** Starts or ends a quote. */
    quote(more: 1 | -1): void {
      end(2)
      quotes = Math.max(0, quotes + more)
    },
    read: (): string => storableText([...written, line].join('\n').trim()),
  }
}

/** The maximum length of HTML that is read. Real posts are far shorter. */
const mostCharacters = 400_000

const set = (names: string) => new Set(names.split(' '))
const paragraphs = set(
  'p div section article header footer main figure figcaption table ul ol dl h1 h2 h3 h4 h5 h6 details summary form fieldset address',
)
const lines = set('tr dt dd')
const unread = set(
  'script style template noscript svg math iframe object head title button select textarea nav',
)

type Attributes = Readonly<Record<string, string>>

const hasClass = ({ class: names = '' }: Attributes, name: string) => names.split(/\s+/u).includes(name)

const isQuote = (name: string, of: Attributes) =>
  name === 'blockquote' || (name === 'aside' && (hasClass(of, 'quote') || hasClass(of, 'onebox')))
/**
 * In addition to scripts and the like, skips two things of Discourse: the names of quoted authors, and image
 * sizes.
 */
function isUnread(name: string, of: Attributes, parent: Element | undefined): boolean {
  if (name === 'div' && parent?.name === 'aside') return hasClass(of, 'title')
  if (name === 'div' && parent?.name === 'a') return hasClass(of, 'meta')
  return unread.has(name)
}

type TextLines = ReturnType<typeof textLines>

type Element = { name: string; quote: boolean; unread: boolean; href: string | null }

/** The text shown for a link is shortened, so the full URL is taken from `href`. */
function wholeLink(shown: string, href: string | null): string {
  const isShortened = /(?:\.\.\.|…)$/u.test(shown.trim()) && /^https?:/iu.test(href ?? '')
  return isShortened && href !== null ? href : shown
}

function addFence(out: TextLines, where: 'before' | 'after'): void {
  if (where === 'before') out.endParagraph()
  else out.endLine()
  out.lines('```')
  if (where === 'before') out.endLine()
  else out.endParagraph()
}

type List = { next: number | null }

function nextMarker(list: List | undefined): string {
  if (list?.next == null) return '- '
  list.next += 1
  return `${list.next - 1}. `
}

/** The handlers of each element. `open` contains its ancestors. */
function elementReader(out: TextLines) {
  const open: Element[] = []
  const lists: List[] = []
  let linkText: string | null = null
  /** The number of ancestors that hide their content, and the number of ancestors that keep line breaks. */
  const around = { unread: 0, pre: 0 }
  const count = ({ unread, name }: Element, by: 1 | -1): void => {
    if (unread) around.unread += by
    if (name === 'pre') around.pre += by
  }

  function begin({ name, quote }: Element, of: Attributes): void {
    if (quote) out.quote(1)
    else if (name === 'br') out.breakLine()
    else if (name === 'hr' || paragraphs.has(name)) out.endParagraph()
    else if (lines.has(name)) out.endLine()
    if (name === 'ul' || name === 'ol')
      lists.push({ next: name === 'ol' ? Number(of.start ?? 1) || 1 : null })
    if (name === 'li') out.beginItem(nextMarker(lists.at(-1)))
    if (name === 'pre') addFence(out, 'before')
    if (name === 'code' && around.pre === 0) out.words('`')
    if (name === 'td' || name === 'th') out.words(' ')
    if (name === 'a') linkText = ''
  }

  function end({ name, quote, href }: Element): void {
    if (name === 'a') {
      out.words(wholeLink(linkText ?? '', href))
      linkText = null
    }
    if (quote) out.quote(-1)
    else if (paragraphs.has(name)) out.endParagraph()
    else if (lines.has(name) || name === 'li') out.endLine()
    if (name === 'ul' || name === 'ol') lists.pop()
    if (name === 'pre') addFence(out, 'after')
    if (name === 'code' && around.pre === 0) out.words('`')
  }

  return {
    onopentag(name: string, of: Attributes): void {
      const [quote, unread] = [isQuote(name, of), isUnread(name, of, open.at(-1))]
      const element = { name, quote, unread, href: of.href ?? null }
      if (around.unread === 0 && !element.unread) begin(element, of)
      open.push(element)
      count(element, 1)
    },
    onclosetag(): void {
      const element = open.pop()
      if (element === undefined) return
      count(element, -1)
      if (around.unread === 0 && !element.unread) end(element)
    },
    ontext(text: string): void {
      if (around.unread > 0) return
      if (around.pre > 0) out.lines(text.replace(/\r\n?/gu, '\n'))
      else if (linkText === null) out.words(text)
      else linkText += text
    },
  }
}

/**
 * Converts HTML to plain text with paragraphs, lists and lines. Quotes are marked with `> `, and code is in
 * fences. All other markup is removed.
 */
export function htmlToText(html: string): string {
  const out = textLines()
  parseHtml(html, elementReader(out), mostCharacters)
  return out.read()
}

const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()

/** A plain-text title in one line. Text that looks like markup stays text. */
export const plainTitle = (title: string) => oneLine(storableText(title))

const markup =
  /&(?:#?\w{2,31});|<\/?(?:a|abbr|b|br|code|del|em|i|mark|s|small|span|strong|sub|sup|u)\b[^<>]*>/iu

/** A title in one line, from a source that mixes text and HTML. Only certain markup is parsed. */
export const titleText = (title: string) =>
  markup.test(title) ? oneLine(htmlToText(title)) : plainTitle(title)

const elements = set(
  `a abbr acronym address article aside audio b bdi bdo big blockquote br button canvas caption center cite code
  col data dd del details dfn div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6
  header hr i iframe img input ins kbd label li main map mark math nav nobr noscript object ol p picture pre q rp
  rt ruby s samp script section select small source span strike strong style sub summary sup svg table tbody td
  textarea tfoot th thead time title tr tt u ul var video wbr`.replaceAll(/\s+/gu, ' '),
)

/** An HTML title in one line. Unknown elements, such as `<String>`, are text. */
export function htmlTitle(title: string): string {
  const known = title.replace(/<(\/?)([^\s<>/!]*)/gu, (tag, slash: string, name: string) =>
    elements.has(name.toLowerCase()) || tag === '<' ? tag : `&lt;${slash}${name}`,
  )
  return oneLine(htmlToText(known))
}

/** The displayed name of a place, or `otherwise` if it has none. */
export const shortName = (title: string, otherwise: string) => cutText(title, 80).trim() || otherwise

/** The displayed name of a place whose title may contain markup. */
export const shortTitle = (title: string | undefined, otherwise: string) =>
  shortName(titleText(title ?? ''), otherwise)
