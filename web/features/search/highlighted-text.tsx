import { Fragment } from 'react'
import type { Evidence } from '#contract/search.ts'
import { describeEvidence } from './explain-result.ts'
import { markClass } from './mark-class.ts'
import { splitHighlights } from './split-highlights.ts'

type HighlightedTextProps = {
  text: string
  spans: readonly Evidence[]
  textStart?: number
  /** Lets the marks be reached with the keyboard: one tab stop, then the arrow keys. */
  reachable?: boolean
}

/** A text with the words that gave or took points marked; EvidenceTooltip says what they count for. */
export function HighlightedText({ text, spans, textStart = 0, reachable = false }: HighlightedTextProps) {
  const pieces = splitHighlights(text, spans, textStart)
  const firstMark = pieces.find((piece) => piece.evidence.length > 0)
  return pieces.map((piece) => {
    if (piece.evidence.length === 0) return <Fragment key={piece.start}>{piece.text}</Fragment>
    const described = describeEvidence(piece.evidence)
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
        {piece.text}
      </mark>
    )
  })
}
