import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useDeferred } from './use-deferred.ts'

// Placing a tooltip weighs 15 kB that no first load needs.
const loadTooltip = async () => (await import('#web/ui/anchored-tooltip.tsx')).AnchoredTooltip

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The mark that an arrow key leads to from another one of the same text; null at the ends. */
function markAfter(mark: HTMLElement, key: string): HTMLElement | null {
  const step = steps[key]
  const text = mark.parentElement
  if (step === undefined || text === null) return null
  const marks = [...text.querySelectorAll<HTMLElement>('[data-evidence][tabindex]')]
  return marks[marks.indexOf(mark) + step] ?? null
}

function markAround(element: EventTarget | null): HTMLElement | null {
  return element instanceof Element ? element.closest<HTMLElement>('[data-evidence]') : null
}

/** Says what a marked word counts for while it is pointed at or focused: one tooltip for all results. */
export function EvidenceTooltip({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  const [mark, setMark] = useState<HTMLElement | null>(null)
  // Without a connection the words stay without their tooltip: the post's drawer says the same.
  const hide = useCallback(() => setMark(null), [])
  const Tooltip = useDeferred(loadTooltip, mark !== null, hide)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const element = area.current
    const show = (event: Event) => setMark(markAround(event.target) ?? markAround(document.activeElement))
    element?.addEventListener('pointerover', show, { signal })
    element?.addEventListener('pointerleave', hide, { signal })
    element?.addEventListener('focusin', show, { signal })
    element?.addEventListener('focusout', hide, { signal })
    element?.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') hide()
        const from = markAround(event.target)
        const next = from === null ? null : markAfter(from, event.key)
        if (next === null) return
        event.preventDefault()
        next.focus()
      },
      { signal },
    )
    return () => listening.abort()
  }, [hide])

  return (
    <div ref={area}>
      {children}
      {mark === null || Tooltip === null ? null : (
        <Tooltip anchor={mark} onClose={hide}>
          <span className="whitespace-pre-line tabular-nums">{mark.dataset.evidence}</span>
        </Tooltip>
      )}
    </div>
  )
}
