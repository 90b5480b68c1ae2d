import { Toast } from '@base-ui/react/toast'
import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect } from 'react'

export type ToastText = {
  title: string
  description?: string
  /** The description, shown below the title. */
  note?: string | undefined
  tone?: 'default' | 'destructive'
  /** A button that undoes the action. */
  action?: { label: string; run: () => void }
}

/** Functions for toasts, once their code is loaded. */
export type ToastStage = { show: (toast: ToastText, onClose: () => void) => void; close: () => void }

type ToastData = Pick<ToastText, 'note' | 'action'>

const manager = Toast.createToastManager<ToastData>()

/** Timers pause on hover and focus; errors stay until they are closed. */
const readMs = 4000
const decideMs = 10_000

const stage: ToastStage = {
  show: ({ title, description, note, action, tone = 'default' }, onClose) => {
    // Closes the previous toast, which would otherwise appear again once the new toast is dismissed.
    manager.close()
    const timeout = tone === 'destructive' ? 0 : action === undefined ? readMs : decideMs
    manager.add({
      title,
      description,
      type: tone,
      timeout,
      onClose,
      data: { note, ...(action === undefined ? {} : { action }) },
    })
  },
  close: () => manager.close(),
}

export function ToastViewport({ onReady }: { onReady: (stage: ToastStage | null) => void }) {
  useEffect(() => {
    onReady(stage)
    return () => onReady(null)
  }, [onReady])
  return (
    <Toast.Provider limit={1} toastManager={manager}>
      <Toast.Portal>
        {/* Over a drawer on a phone, the toast is at the bottom, because the drawer's buttons are at the top. */}
        <Toast.Viewport className="print:hidden fixed inset-x-1.5 top-0.5 z-50 max-sm:[body:has([data-drawer-title])_&]:top-auto max-sm:[body:has([data-drawer-title])_&]:bottom-0.5 sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-6 sm:w-[420px]">
          <ToastStack />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastStack() {
  const { toasts } = Toast.useToastManager<ToastData>()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={clsx(
        'absolute top-0 left-0 rounded-card border bg-surface text-ink shadow-lift-high sm:top-auto sm:right-0 sm:bottom-0 sm:left-auto sm:w-full',
        'transition-[opacity,translate] duration-300 data-ending-style:opacity-0 data-starting-style:-translate-y-4 data-starting-style:opacity-0 sm:data-starting-style:translate-y-4',
        'max-sm:[body:has([data-drawer-title])_&]:top-auto max-sm:[body:has([data-drawer-title])_&]:bottom-0',
        'data-limited:hidden',
        // On a phone, a toast covers only the name in the header. An error, which has to be closed, also
        // covers the buttons.
        toast.type === 'destructive' ? 'w-full border-danger' : 'w-[calc(100%-8.75rem)] border-line',
      )}
    >
      <Toast.Content className="flex items-start gap-3 py-2 pr-2 pl-3 sm:p-4">
        {toast.type === 'destructive' ? (
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger max-sm:hidden" />
        ) : (
          <CircleCheck className="mt-0.5 size-5 shrink-0 text-on-accent-soft max-sm:hidden" />
        )}
        <div className="min-w-0 flex-1 text-sm leading-5 wrap-anywhere sm:leading-6">
          <Toast.Title render={<p />} className="font-semibold" />
          <Toast.Description className="text-ink-soft" />
          {toast.data?.note === undefined ? null : <p className="mt-1 text-ink-soft">{toast.data.note}</p>}
          {toast.data?.action === undefined ? null : <UndoButton {...toast.data.action} />}
        </div>
        {/* The library keeps the button in the tab order, but hides it from screen readers unless the stack is open. */}
        <Toast.Close
          aria-hidden={false}
          aria-label="Close"
          className="grid size-9 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink sm:-m-1.5"
        >
          <X className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}

function UndoButton({ label, run }: { label: string; run: () => void }) {
  return (
    <button
      type="button"
      onClick={() => {
        manager.close()
        run()
      }}
      className="mt-1 rounded-control py-1 font-semibold text-on-accent-soft underline underline-offset-4"
    >
      {label}
    </button>
  )
}
