import { Fragment, useContext } from 'react'
import type { Evidence } from '#contract/search.ts'
import { describeEvidence } from './explain-result.ts'
import { KeywordContext, splitKeyword } from './keyword-marks.ts'
import { applyEdits, markdownEdits } from './markdown-edits.ts'
import { markClass, splitHighlights } from './split-highlights.ts'

type HighlightedTextProps = {
  text: string
  spans: readonly Evidence[]
  textStart?: number
  plain?: boolean
  /** Lets the marks be reached with the keyboard: one tab stop, then the arrow keys. */
  reachable?: boolean
}

/** A text with the words that gave or took points marked, and the keyword in a style of its own. */
export function HighlightedText(props: HighlightedTextProps) {
  const { text, spans, textStart = 0, plain = false, reachable = false } = props
  const edits = plain ? markdownEdits(text) : []
  const pieces = splitHighlights(text, spans, textStart).map((piece) => {
    const start = piece.start - textStart
    return { ...piece, text: applyEdits(text, edits, { start, end: start + piece.text.length }) }
  })
  const firstMark = pieces.find((piece) => piece.evidence.length > 0 && piece.text !== '')
  return pieces.map((piece) => {
    if (piece.evidence.length === 0 || piece.text === '')
      return <KeywordText key={piece.start} text={piece.text} />
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
        <KeywordText text={piece.text} />
      </mark>
    )
  })
}

function KeywordText({ text }: { text: string }) {
  const pattern = useContext(KeywordContext)
  if (pattern === null) return text
  let at = 0
  return splitKeyword(text, pattern).map((piece) => {
    const key = at
    at += piece.text.length
    return piece.found ? (
      <b key={key} className="mark-keyword">
        {piece.text}
      </b>
    ) : (
      <Fragment key={key}>{piece.text}</Fragment>
    )
  })
}
