import UserRoundX from 'lucide-react/icons/user-round-x'
import { Button } from '#web/ui/button.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'

type NoUsersProps = { total: number; onClear: () => void }

/** Stands where the table would: nobody fits, or nobody is there yet. */
export function NoUsers({ total, onClear }: NoUsersProps) {
  if (total === 0) {
    return (
      <StatePanel icon={<UserRoundX />} title="No users found">
        <p>Nobody has made an account here yet.</p>
      </StatePanel>
    )
  }
  return (
    <StatePanel
      icon={<UserRoundX />}
      title="No users match the current filter"
      actions={<Button onClick={onClear}>Clear Filter</Button>}
    >
      <p>Try another filter, or other words in the search.</p>
    </StatePanel>
  )
}
