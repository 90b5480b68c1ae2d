import { useState } from 'react'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { keepShortcuts, shortcutKeys, shortcutsOn } from './shortcut-keys.ts'

const shortcuts = [
  { keys: [shortcutKeys.search], does: 'Go to the search box' },
  { keys: [shortcutKeys.next], does: 'Next post' },
  { keys: [shortcutKeys.previous], does: 'Previous post' },
  { keys: [shortcutKeys.read, 'Enter'], does: 'Open the post' },
  { keys: [shortcutKeys.save], does: 'Save or unsave the post' },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: [shortcutKeys.help], does: 'This help' },
]

export function KeyboardHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [on, setOn] = useState(shortcutsOn)
  const change = (next: boolean) => {
    if (keepShortcuts(next)) setOn(next)
    else showToast({ title: 'Not saved', description: 'This browser blocks storage.', tone: 'destructive' })
  }
  return (
    <ModalDialog
      open={open}
      onClose={onClose}
      title="Keyboard"
      description="Browse results without the mouse. The keys are off while you type in a field."
    >
      <dl className="flex flex-col">
        {shortcuts.map(({ keys, does }) => (
          <div
            key={does}
            className="flex items-center justify-between gap-4 border-t border-line py-2 first:border-0"
          >
            <dt className="order-2 flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-md border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-sans text-sm font-medium"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-sm">{does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex items-center gap-3 rounded-control bg-sunken px-4 py-3 text-sm">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => change(event.target.checked)}
          className="size-4.5 accent-accent"
        />
        Use single keys on this device
      </label>
    </ModalDialog>
  )
}
