import { clsx } from 'clsx'
import { useEffect, useId, useRef, useState } from 'react'
import { AnchoredTooltip } from '#web/ui/anchored-tooltip.tsx'

type UserCheckboxProps = {
  label: string
  checked: boolean
  /** Some, but not all, of what it represents are ticked. */
  partly?: boolean
  /** Cannot be ticked; a press still says why, and the keyboard still reaches it. */
  refused?: boolean
  tooltip?: string
  onToggle: () => void
}

/** The tick of a row, or of all rows, with a tooltip where there is something to know. */
export function UserCheckbox(props: UserCheckboxProps) {
  const { label, checked, partly = false, refused = false, tooltip, onToggle } = props
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly
  }, [partly])
  const show = () => setAnchor(box.current)
  const hide = () => setAnchor(null)
  const hints =
    tooltip === undefined ? {} : { onPointerEnter: show, onFocus: show, onPointerLeave: hide, onBlur: hide }
  return (
    <>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        aria-disabled={refused}
        aria-describedby={tooltip === undefined || tooltip === label ? undefined : id}
        checked={checked}
        onChange={onToggle}
        {...hints}
        className={clsx(
          'block size-4.5 accent-accent',
          refused ? 'cursor-not-allowed opacity-50' : 'cursor-pointer',
        )}
      />
      {tooltip === undefined ? null : (
        <>
          <span id={id} hidden>
            {tooltip}
          </span>
          {anchor === null ? null : (
            <AnchoredTooltip anchor={anchor} onClose={hide}>
              {tooltip}
            </AnchoredTooltip>
          )}
        </>
      )}
    </>
  )
}
