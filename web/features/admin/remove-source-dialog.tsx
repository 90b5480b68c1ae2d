import type { AdminSource } from '#contract/admin-sources.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { formatCounted } from './format-figure.ts'
import { useRemoveSource } from './use-sources.ts'

type RemoveSourceDialogProps = { source: AdminSource & { id: string }; open: boolean; onClose: () => void }

/** Says what goes with a source, and removes it. */
export function RemoveSourceDialog({ source, open, onClose }: RemoveSourceDialogProps) {
  const remove = useRemoveSource(onClose)
  return (
    <ModalDialog
      open={open}
      onClose={onClose}
      title={`Remove ${source.title}?`}
      description={
        <p>
          It is not asked any more, and everything it brought is deleted:{' '}
          {formatCounted(source.posts, 'post', 'posts')}, also from saved results. Searches go on meanwhile.
          To keep its posts, pause it instead.
        </p>
      }
    >
      <DialogActions
        onCancel={onClose}
        onConfirm={() => remove.mutate(source.id)}
        variant="danger"
        pending={remove.isPending}
        pendingLabel="Removing..."
      >
        Remove with its posts
      </DialogActions>
    </ModalDialog>
  )
}
