import { useRef } from 'react'
import { BulkDeleteDialog, type BulkDeleteReply } from './bulk-delete-dialog.tsx'
import { PlanChangeDialog } from './plan-change-dialog.tsx'
import { ResetUserPasswordDialog } from './reset-user-password-dialog.tsx'
import type { ShownUser } from './use-selection.ts'

export type UserDialog =
  | { kind: 'promote' | 'demote' | 'reset'; user: ShownUser }
  | { kind: 'delete'; users: readonly ShownUser[] }

type UserDialogsProps = {
  dialog: UserDialog | null
  onClose: () => void
  onDeleted: (reply: BulkDeleteReply) => void
}

/** The one dialog that is open; its text stays while it fades. */
export function UserDialogs({ dialog, onClose, onDeleted }: UserDialogsProps) {
  const last = useRef(dialog)
  if (dialog !== null) last.current = dialog
  const shown = last.current
  if (shown === null) return null
  const shared = { open: dialog !== null, onClose }
  switch (shown.kind) {
    case 'promote':
    case 'demote':
      return <PlanChangeDialog {...shared} change={shown.kind} user={shown.user} />
    case 'reset':
      return <ResetUserPasswordDialog {...shared} user={shown.user} />
    case 'delete':
      return <BulkDeleteDialog {...shared} users={shown.users} onDeleted={onDeleted} />
  }
}
