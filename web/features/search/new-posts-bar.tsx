import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useRef } from 'react'
import { describeWaiting } from '#web/features/results/coverage-messages.ts'
import { focusPlace } from '#web/features/results/use-result-keys.ts'
import { Button } from '#web/ui/button.tsx'

type NewPostsBarProps = {
  waiting: number
  /** Shows them; gives the first of them, as places in the list are named. */
  onShow: () => string | null
}

/** Says that better posts have come and lets the reader decide when the list may move. Takes no room itself. */
export function NewPostsBar({ waiting, onShow }: NewPostsBarProps) {
  const goTo = useRef<string | null>(null)
  useEffect(() => {
    if (goTo.current === null) return
    const place = document.querySelector<HTMLElement>(`[data-post="${CSS.escape(goTo.current)}"]`)
    // It may be drawn a moment later.
    if (place === null) return
    focusPlace(place)
    goTo.current = null
  })
  const words = describeWaiting(waiting)
  return (
    <>
      <p role="status" className="sr-only">
        {waiting === 0 ? '' : `${words} above`}
      </p>
      {waiting === 0 ? null : (
        <div className="pointer-events-none fixed inset-x-0 top-20 z-20 flex justify-center">
          <Button
            variant="primary"
            className="pointer-events-auto shadow-lift-high"
            onClick={() => {
              goTo.current = onShow()
            }}
          >
            <ArrowUp className="size-4" />
            {words}: show
          </Button>
        </div>
      )}
    </>
  )
}
