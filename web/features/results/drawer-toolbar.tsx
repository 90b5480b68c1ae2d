import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { Button } from '#web/ui/button.tsx'
import { DiscussionLink, SaveButton } from './result-actions.tsx'

type DrawerToolbarProps = {
  result: SearchResult | undefined
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onToggleSaved: (() => void) | undefined
}

/** What can be done with the post in the drawer, and the ways to its neighbours. */
export function DrawerToolbar({ result, onNext, onPrevious, onToggleSaved }: DrawerToolbarProps) {
  return (
    <>
      <StepButton label="Previous post" onStep={onPrevious}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </StepButton>
      <StepButton label="Next post" onStep={onNext}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </StepButton>
      {result !== undefined && onToggleSaved !== undefined ? (
        <SaveButton result={result} onToggle={onToggleSaved} />
      ) : null}
      {result === undefined ? null : <DiscussionLink result={result} />}
    </>
  )
}

type StepButtonProps = { label: string; onStep: (() => void) | undefined; children: ReactNode }

/** Stays focusable at the end of the list, so that the keyboard does not lose its place. */
function StepButton({ label, onStep, children }: StepButtonProps) {
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={label}
      title={label}
      aria-disabled={onStep === undefined}
      onClick={onStep}
      className="aria-disabled:cursor-default aria-disabled:opacity-40"
    >
      {children}
    </Button>
  )
}
