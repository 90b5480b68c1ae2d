import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { markAfter } from './mark-navigation.ts'
import { useDeferred } from './use-deferred.ts'

// Placing a tooltip weighs 15 kB that no first load needs.
const loadTooltip = async () => (await import('#web/ui/anchored-tooltip.tsx')).AnchoredTooltip

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
