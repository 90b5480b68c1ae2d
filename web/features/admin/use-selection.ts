import { useState } from 'react'
import type { ListedUser } from '#contract/admin-users.ts'
import { showToast } from '#web/ui/toast.tsx'
import { formatCount } from './format-figure.ts'

/** The users on screen, each with whether it is protected. */
export type ShownUser = ListedUser & { protected: boolean }

/** Who is ticked. Only users on screen count: nobody who is out of sight is ever deleted. */
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
      description:
        excluded === 1
          ? '1 admin account was left out of the selection.'
          : `${formatCount(excluded)} admin accounts were left out of the selection.`,
    })
  }

  return {
    selected,
    all: selectable.length > 0 && selected.length === selectable.length,
    toggle,
    toggleAll,
    clear: () => setTicked(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>
