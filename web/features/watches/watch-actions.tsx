import { Pause, Play, Trash2 } from 'lucide-react'
import type { Watch } from '#contract/watches.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useDeleteWatch, usePauseWatch, useRestoreWatch } from './use-watches.ts'

/** Pauses, resumes and deletes a watch; a deleted one can be restored. */
export function WatchActions({ watch, onDeleted }: { watch: Watch; onDeleted?: () => void }) {
  const { id, name, state } = watch
  const pause = usePauseWatch(watch)
  const restore = useRestoreWatch(() => {})
  const remove = useDeleteWatch(id, () => {
    showToast({
      title: 'Watch deleted',
      description: name,
      action: { label: 'Undo', run: () => restore.mutate(id) },
    })
    onDeleted?.()
  })
  const Icon = state === 'paused' ? Play : Pause
  return (
    <div className="flex gap-1">
      <Button variant="quiet" aria-disabled={pause.isPending} onClick={() => pause.mutate()}>
        <Icon className="size-4" />
        {state === 'paused' ? 'Resume' : 'Pause'}
        <span className="sr-only"> {name}</span>
      </Button>
      <Button variant="quiet" aria-disabled={remove.isPending} onClick={() => remove.mutate()}>
        <Trash2 className="size-4" />
        Delete<span className="sr-only"> {name}</span>
      </Button>
    </div>
  )
}
