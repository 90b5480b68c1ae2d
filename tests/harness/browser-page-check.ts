import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'

/**
 * `judged`: colour combinations that axe has passed before. `rules`: all, or those that a colour scheme can
 * break.
 */
export type PageCheck = { judged: readonly string[]; rules: 'all' | 'colours' }
/** `overflow`: the pixels by which the page is wider than its window; at most 0 if the page fits. */
type PageChecked = { violations: string[]; passed: string[]; overflow: number }
type Found = { violations: string[]; passed: Element[] }

declare global {
  interface Window {
    axe: typeof axe
    checkPage?: (check: PageCheck) => Promise<PageChecked>
  }
}

// Axe spends most of its time on the contrast of texts, which depends only on the colours of the text and its
// background. So each combination is checked once. These functions run in the page and can use only each
// other.

type Painted = { element: Element; box: DOMRect }

/**
 * True for an element that paints an area. Axe does not decide about texts in front of or behind pictures.
 */
function listPainted(): Painted[] {
  const all = [...document.body.querySelectorAll('*')]
  const painting = all.filter((element) => {
    const { backgroundColor, backgroundImage, backdropFilter } = getComputedStyle(element)
    return `${backgroundColor} ${backgroundImage} ${backdropFilter}` !== 'rgba(0, 0, 0, 0) none none'
  })
  return painting.map((element) => ({ element, box: element.getBoundingClientRect() }))
}

/**
 * The colours behind a text down to the first opaque one, and the element that paints the opaque one. Null if
 * the colours cannot be known.
 */
function groundOf(text: Element): { colours: string[]; ground: Element } | null {
  const colours: string[] = []
  let ground: Element | null = null
  for (let at: Element | null = text; at !== null; at = at.parentElement) {
    const { opacity, filter, mixBlendMode, backgroundColor, backgroundImage } = getComputedStyle(at)
    if (opacity !== '1' || filter !== 'none' || mixBlendMode !== 'normal') return null
    if (ground !== null) continue
    if (backgroundImage !== 'none') return null
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') colours.push(backgroundColor)
    if (!/rgba|\//u.test(backgroundColor)) ground = at
  }
  return ground === null ? null : { colours, ground }
}

/**
 * All values that decide the contrast of a text. Null if the contrast depends on more than the styles of the
 * text and its ancestors.
 */
function coloursOf(text: Element, painted: readonly Painted[]): string | null {
  const { color, fontSize, fontWeight, textShadow, webkitTextFillColor } = getComputedStyle(text)
  if (textShadow !== 'none' || webkitTextFillColor !== color) return null
  const found = groundOf(text)
  if (found === null) return null
  const { left, right, top, bottom } = text.getBoundingClientRect()
  const box = found.ground.getBoundingClientRect()
  if (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1)
    return null
  const isCovered = painted.some(({ element, box: other }) => {
    const overlaps = other.left < right && left < other.right && other.top < bottom && top < other.bottom
    return overlaps && !element.contains(text) && !text.contains(element)
  })
  return isCovered ? null : [color, fontSize, fontWeight, ...found.colours].join(' ')
}

/** Marks texts whose colours have not been judged yet. Returns the colours of the marked texts, if known. */
function markUnjudged(judged: readonly string[]): Map<Element, string> {
  const known = new Set(judged)
  const painted = listPainted()
  const marked = new Map<Element, string>()
  for (const element of document.body.querySelectorAll('*')) {
    const holdsText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim())
    if (!holdsText && !element.matches('input, select, textarea')) continue
    // Axe ignores these texts, because people cannot see them.
    if (element.closest('[inert]') !== null) continue
    const colours = coloursOf(element, painted)
    if (colours !== null && known.has(colours)) continue
    element.setAttribute('data-unjudged', '')
    if (colours !== null) marked.set(element, colours)
  }
  return marked
}

/**
 * True if all colours of the page have been judged. A link that differs from the text around it only by
 * colour always has to be judged again.
 */
function isJudged(): boolean {
  if (document.querySelector('[data-unjudged]') !== null) return false
  return [...document.querySelectorAll('a[href], [role=link]')].every((link) => {
    const { display, textDecorationLine } = getComputedStyle(link)
    return display !== 'inline' || textDecorationLine.includes('underline')
  })
}

/**
 * Waits for all transitions to end, because intermediate colours are not part of a state. Runs in a page. Throws
 * if something moves for half a minute.
 */
export async function becomeStill(): Promise<void> {
  const paint = () => new Promise((painted) => requestAnimationFrame(painted))
  const isMoving = () =>
    document.querySelector('[data-starting-style], [data-ending-style]') !== null ||
    document.getAnimations().some(({ playState }) => playState === 'running')
  const giveUpAt = performance.now() + 30_000
  await paint()
  do {
    if (performance.now() > giveUpAt) throw new Error('The page does not become still.')
    await paint()
  } while (isMoving())
}

/**
 * Runs axe on the still page, all rules or those about colours. Returns its violations, the colours of texts
 * that passed, and the overflow.
 */
async function checkPage({ judged, rules }: PageCheck): Promise<PageChecked> {
  await becomeStill()
  const overflow = document.documentElement.scrollWidth - innerWidth
  const marked = markUnjudged(judged)
  if (rules === 'colours' && isJudged()) return { violations: [], passed: [], overflow }
  const { violations, passed } = await window.axe.run<{ violations: string[]; passed: Element[] }>({
    reporter: 'found',
    // None of the rules in use reads style sheets.
    preload: { assets: ['media'] },
    ...(rules === 'all' ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] }),
  })
  for (const one of document.querySelectorAll('[data-unjudged]')) one.removeAttribute('data-unjudged')
  return {
    violations,
    passed: [...new Set(passed.flatMap((element) => marked.get(element) ?? []))],
    overflow,
  }
}

/** Makes axe check only the marked texts, and report only the requested results. */
function configureAxe(): void {
  const { axe } = window
  axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-unjudged]' }] })
  axe.addReporter<Found>('found', (results, _options, resolve) =>
    resolve({
      violations: results.flatMap(({ id, violations }) =>
        violations.length === 0 ? [] : `${id}: ${violations.map(({ node }) => node.source).join(' | ')}`,
      ),
      passed: results
        .filter(({ id }) => id === 'color-contrast')
        .flatMap(({ passes }) => passes.flatMap(({ node }) => ('element' in node ? node.element : []))),
    }),
  )
  Object.assign(window, { checkPage })
}

/** The minified source of axe, because the comments in `axe.source` double the time to parse the rules. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const functions = [
  listPainted,
  groundOf,
  coloursOf,
  markUnjudged,
  isJudged,
  becomeStill,
  checkPage,
  configureAxe,
]

/** Puts axe and `checkPage` into a page. */
export const pageCheck = `${axeSource}\n(() => {\n${functions.join('\n')}\nconfigureAxe()\n})()`
