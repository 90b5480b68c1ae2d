import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatCounted } from './format-figure.ts'

export type WholeList = { name: string; ids: readonly string[] }

type RemoveKeywordsDialogProps = {
  /** The list that is about to be removed; null while there is none. */
  list: WholeList | null
  pending: boolean
  onClose: () => void
  onConfirm: (list: WholeList) => void
  /** Where the focus goes once the list is removed; null while it is still there. */
  findReturn: (list: WholeList) => HTMLElement | null
}

export function RemoveKeywordsDialog({ list, pending, ...props }: RemoveKeywordsDialogProps) {
  // While it fades away, the dialog says what it said.
  const [last, setLast] = useState(list)
  if (list !== null && list !== last) setLast(list)
  if (last === null) return null
  return (
    <ConfirmDialog
      open={list !== null}
      onClose={props.onClose}
      findReturn={() => props.findReturn(last)}
      title={`Remove all of ${last.name}?`}
      description={
        <p>
          {formatCounted(last.ids.length, 'keyword', 'keywords')} of this list will not be looked for any
          more. Posts that they brought stay. To keep the keywords for later, turn them off instead.
        </p>
      }
      confirm="Remove all"
      onConfirm={() => props.onConfirm(last)}
      variant="danger"
      pending={pending}
      pendingLabel="Removing..."
    />
  )
}
