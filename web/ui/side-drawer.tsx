import { Dialog } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import type { ReactNode, Ref } from 'react'

type SideDrawerProps = {
  open: boolean
  onClose: () => void
  /** The drawer's title, which gets the focus when it opens. */
  title: ReactNode
  titleRef?: Ref<HTMLHeadingElement>
  /** Shown above the title, beside the close button. */
  toolbar: ReactNode
  children: ReactNode
  /** The element to focus when it closes. */
  findReturn: () => HTMLElement | null
}

/** The only drawer component: at the side of a wide window, full size on a narrow one. Escape closes it. */
export function SideDrawer(props: SideDrawerProps) {
  return (
    <Dialog.Root open={props.open} onOpenChange={(next) => (next ? undefined : props.onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/50 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          initialFocus={() => document.querySelector<HTMLElement>('[data-drawer-title]')}
          finalFocus={() => props.findReturn() ?? true}
          className="fixed inset-y-0 right-0 z-40 flex w-full max-w-4xl flex-col border-line bg-surface text-ink shadow-lift-high transition-[opacity,translate] duration-200 outline-none data-ending-style:translate-x-8 data-ending-style:opacity-0 data-starting-style:translate-x-8 data-starting-style:opacity-0 sm:border-l"
        >
          <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5 sm:px-6">
            <div className="flex min-w-0 flex-wrap items-center gap-1">{props.toolbar}</div>
            <Dialog.Close
              aria-label="Close"
              className="grid size-10 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <X className="size-5" />
            </Dialog.Close>
          </div>
          <div
            data-reading=""
            className="flex-1 overflow-y-auto overscroll-contain px-4 py-5 sm:px-6 sm:py-6"
          >
            <Dialog.Title
              ref={props.titleRef}
              tabIndex={-1}
              data-drawer-title=""
              dir="auto"
              className="text-xl leading-7 font-semibold tracking-tight text-pretty wrap-anywhere outline-none [&_mark]:bg-transparent sm:text-2xl sm:leading-8"
            >
              {props.title}
            </Dialog.Title>
            {props.children}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
