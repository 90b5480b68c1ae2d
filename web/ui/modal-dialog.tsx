import { Dialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

type ModalDialogProps = {
  open: boolean
  /** If omitted, the dialog stays open until its action is done. */
  onClose?: (() => void) | undefined
  title: string
  description: ReactNode
  /** The element to focus when it closes; null: the previous one; false: none. */
  findReturn?: (() => HTMLElement | false | null) | undefined
  children: ReactNode
}

/** The only dialog component. It traps the focus; Escape, the close button or a click outside closes it. */
export function ModalDialog({ open, onClose, title, description, findReturn, children }: ModalDialogProps) {
  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal={onClose === undefined}
      onOpenChange={(next) => {
        if (!next) onClose?.()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/50 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-40 grid overflow-y-auto p-4">
          <Dialog.Popup
            finalFocus={() => findReturn?.() ?? true}
            className="relative m-auto w-full max-w-md rounded-card border border-line bg-surface p-6 text-ink shadow-lift-high transition-[opacity,scale] duration-200 outline-none data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0 sm:p-7"
          >
            <Dialog.Title className="pr-8 text-xl font-semibold tracking-tight text-balance">
              {title}
            </Dialog.Title>
            <Dialog.Description
              render={<div />}
              className="mt-2 text-sm leading-6 text-pretty text-ink-soft wrap-anywhere"
            >
              {description}
            </Dialog.Description>
            <div className="mt-5">{children}</div>
            {onClose ? (
              <Dialog.Close
                aria-label="Close"
                className="absolute top-3.5 right-3.5 grid size-9 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
              >
                <X className="size-4.5" />
              </Dialog.Close>
            ) : null}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
