import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { KeywordFinder } from '#contract/is-in.ts'
import type { Evidence } from '#contract/search.ts'
import { describeEvidence, unshownOf } from './explain-result.ts'
import { applyEdits, markdownEdits } from './markdown-edits.ts'
import { findersOfKeyword, splitKeyword } from './split-keyword.ts'
import { useDeferred } from './use-deferred.ts'

type HighlightedTextProps = {
  text: string
  spans: readonly Marked[]
  textStart?: number
  plain?: boolean
  /** Makes the highlights reachable by keyboard, with one tab stop and the arrow keys. */
  reachable?: boolean
}

export function HighlightedText(props: HighlightedTextProps) {
  const { text, spans, textStart = 0, plain = false, reachable = false } = props
  const edits = plain ? markdownEdits(text) : []
  const pieces = splitHighlights(text, spans, textStart).map((piece) => {
    const start = piece.start - textStart
    return { ...piece, text: applyEdits(text, edits, { start, end: start + piece.text.length }) }
  })
  const firstMark = pieces.find((piece) => piece.evidence.some(isShown) && piece.text !== '')
  return pieces.map((piece) => {
    if (piece.evidence.length === 0 || piece.text === '')
      return <KeywordText key={piece.start} text={piece.text} />
    const described = describeEvidence(piece.evidence)
    if (!piece.evidence.some(isShown))
      return (
        <span key={piece.start} data-evidence={described} data-start={piece.start} tabIndex={-1}>
          <KeywordText text={piece.text} />
        </span>
      )
    return (
      <mark
        key={piece.start}
        className={markClass(piece.evidence)}
        data-evidence={described}
        data-start={piece.start}
        {...(reachable && {
          tabIndex: piece === firstMark ? 0 : -1,
          'aria-description': described.replaceAll('\n', ', '),
        })}
      >
        <KeywordText text={piece.text} />
      </mark>
    )
  })
}

/** The finders of the keyword in the texts of a response; empty if there is no keyword. */
export const KeywordContext = createContext<readonly KeywordFinder[]>([])

/** The keyword and a post's synonyms for it, to be highlighted. */
export function ResultKeyword({
  otherWords,
  children,
}: {
  otherWords?: readonly string[] | undefined
  children: ReactNode
}) {
  const finders = useContext(KeywordContext)
  const words = otherWords?.join(' ')
  const own = useMemo(
    () => (words === undefined ? finders : [...finders, ...findersOfKeyword(words)]),
    [finders, words],
  )
  return <KeywordContext value={own}>{children}</KeywordContext>
}

function KeywordText({ text }: { text: string }) {
  const finders = useContext(KeywordContext)
  let end = 0
  return splitKeyword(text, finders).map((piece, at) => {
    end += piece.length
    if (at % 2 === 0) return piece
    return (
      <b key={end} className="mark-keyword">
        {piece}
      </b>
    )
  })
}

/** `unshown`: a sentence that is not highlighted, but has a link in the breakdown of the score. */
export type Marked = Evidence & { unshown?: true }

const isShown = ({ unshown }: Marked) => unshown !== true

/** The sentences of a field that are highlighted, and those that only have a link in the breakdown. */
export function marksOf(evidence: readonly Evidence[], field: Evidence['field']): Marked[] {
  return evidence
    .filter((span) => span.field === field)
    .flatMap((span) => [span, ...unshownOf(span).map((one): Marked => ({ ...one, unshown: true }))])
}

export type Highlight = { start: number; text: string; evidence: Marked[] }

/**
 * Splits a text wherever a piece of evidence starts or ends. Each part has all evidence that covers it. The
 * text starts at `textStart` of its field.
 */
export function splitHighlights(text: string, spans: readonly Marked[], textStart = 0): Highlight[] {
  const textEnd = textStart + text.length
  const visible = spans.filter(
    (span) => span.start < textEnd && span.end > textStart && span.start < span.end,
  )
  const cuts = new Set([textStart, textEnd])
  for (const span of visible) {
    cuts.add(Math.max(span.start, textStart))
    cuts.add(Math.min(span.end, textEnd))
  }
  const ordered = [...cuts].sort((a, b) => a - b)
  return ordered.slice(0, -1).map((start, index) => {
    const end = ordered[index + 1] ?? textEnd
    return {
      start,
      text: text.slice(start - textStart, end - textStart),
      evidence: visible.filter((span) => span.start <= start && span.end >= end),
    }
  })
}

/** For or against a need, by the sum of the points. Neither, if no sentence has points (older results). */
export function markClass(evidence: readonly Marked[]): string {
  const counted = evidence.filter((span) => span.points !== 0 && isShown(span))
  if (counted.length === 0) return 'mark-told'
  return counted.reduce((sum, span) => sum + span.points, 0) < 0 ? 'mark-against' : 'mark-for'
}

/** The legend of the highlights; they differ in line style as well as in colour. */
export function EvidenceLegend() {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
      <span>
        <mark className="mark-for px-0.5 text-ink">solid line</mark> speaks for a need
      </span>
      <span>
        <mark className="mark-against px-0.5 text-ink">dashed line</mark> speaks against it
      </span>
    </p>
  )
}

// The code that positions tooltips is large, so it is loaded when the first tooltip is shown.
const loadTooltip = async () => (await import('#web/ui/anchored-tooltip.tsx')).AnchoredTooltip

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The highlight that an arrow key leads to within the same text; null at the ends. */
function markAfter(mark: HTMLElement, key: string): HTMLElement | null {
  const step = steps[key]
  const text = mark.parentElement
  if (step === undefined || text === null) return null
  const marks = [...text.querySelectorAll<HTMLElement>('mark[data-evidence][tabindex]')]
  return marks[marks.indexOf(mark) + step] ?? null
}

function markAround(element: EventTarget | null): HTMLElement | null {
  return element instanceof Element ? element.closest<HTMLElement>('[data-evidence]') : null
}

/** Shows the points of a highlight on hover or focus: one tooltip for all results. */
export function EvidenceTooltip({ children }: { children: ReactNode }) {
  const [mark, setMark] = useState<HTMLElement | null>(null)
  // Offline, highlights have no tooltip. The post's drawer shows the same information.
  const hide = () => setMark(null)
  const Tooltip = useDeferred(loadTooltip, mark !== null, hide)
  const show = (target: EventTarget) => setMark(markAround(target) ?? markAround(document.activeElement))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to events of the highlights in it.
    <div
      onPointerOver={({ target }) =>
        show(target instanceof Element ? (target.closest('mark') ?? document) : target)
      }
      onPointerLeave={hide}
      onFocus={({ target }) => show(target)}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide()
        const from = markAround(event.target)
        const next = from === null ? null : markAfter(from, event.key)
        if (next === null) return
        event.preventDefault()
        next.focus()
      }}
    >
      {children}
      {mark === null || Tooltip === null ? null : (
        <Tooltip anchor={mark} onClose={hide}>
          <span className="whitespace-pre-line tabular-nums">{mark.dataset.evidence}</span>
        </Tooltip>
      )}
    </div>
  )
}
