import { clsx } from 'clsx'
import { type SyntheticEvent, useId, useState } from 'react'
import type { ListedUser } from '#contract/admin-users.ts'
import { AnchoredTooltip } from '#web/ui/anchored-tooltip.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { formatCounted } from './format-figure.ts'

export type ShownUser = ListedUser & { protected: boolean }

/** The selected users. Only visible users can be selected, so that nobody is deleted unseen. */
export function useSelection(shown: readonly ShownUser[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const selectable = shown.filter((user) => !user.protected)
  const selected = selectable.filter((user) => ticked.has(user.id))

  const toggle = (user: ShownUser) => {
    if (user.protected) {
      return showToast({
        title: 'Cannot Select Admin',
        description: 'Admin accounts cannot be selected for bulk operations.',
        tone: 'destructive',
      })
    }
    const next = new Set(selected.map(({ id }) => id))
    if (!next.delete(user.id)) next.add(user.id)
    setTicked(next)
  }

  const toggleAll = () => {
    if (selected.length > 0 && selected.length === selectable.length) return setTicked(new Set())
    setTicked(new Set(selectable.map(({ id }) => id)))
    const excluded = shown.length - selectable.length
    if (excluded === 0) return
    showToast({
      title: 'Admin Users Excluded',
      description: `${formatCounted(excluded, 'admin account was', 'admin accounts were')} left out of the selection.`,
    })
  }

  return {
    selected,
    all: selectable.length > 0 && selected.length === selectable.length,
    toggle,
    toggleAll,
    untick: (ids: readonly string[]) =>
      setTicked((before) => new Set([...before].filter((id) => !ids.includes(id)))),
  }
}

export type Selection = ReturnType<typeof useSelection>

type UserCheckboxProps = {
  label: string
  checked: boolean
  partly?: boolean
  /** The checkbox cannot be ticked, but it stays focusable, and a click shows the reason. */
  refused?: boolean
  tooltip?: string
  onToggle: () => void
}

/** The checkbox of a row, or of all rows, with an optional tooltip. */
export function UserCheckbox(props: UserCheckboxProps) {
  const { label, checked, partly = false, refused = false, tooltip, onToggle } = props
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const hide = () => setAnchor(null)
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
    setAnchor(tooltip === undefined ? null : currentTarget)
  return (
    <>
      <input
        ref={(input) => {
          if (input) input.indeterminate = partly
        }}
        type="checkbox"
        aria-label={label}
        aria-disabled={refused}
        aria-describedby={tooltip === undefined || tooltip === label ? undefined : id}
        checked={checked}
        onChange={onToggle}
        onPointerEnter={show}
        onFocus={show}
        onPointerLeave={hide}
        onBlur={hide}
        className={clsx(
          'block size-4.5 accent-accent',
          refused ? 'cursor-not-allowed opacity-50' : 'cursor-pointer',
        )}
      />
      <span id={id} hidden>
        {tooltip}
      </span>
      {anchor === null ? null : (
        <AnchoredTooltip anchor={anchor} onClose={hide}>
          {tooltip}
        </AnchoredTooltip>
      )}
    </>
  )
}
