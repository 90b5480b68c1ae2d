import type { ToastText } from './toast-viewport.tsx'

type ListedToast = ToastText & { id: number; open: boolean }

/** How long a dismissed toast stays in the list as closed; the specification sets this time. */
const removeDelayMs = 1_000_000

/** The toasts of a page. At most one of them is open. */
export class ToastList {
  #toasts: readonly ListedToast[] = []
  #lastId = 0

  /** Opens a toast in place of the previous one. */
  add(toast: ToastText): ListedToast {
    this.dismissAll()
    this.#lastId += 1
    const added = { ...toast, id: this.#lastId, open: true }
    this.#toasts = [...this.#toasts, added]
    return added
  }

  dismiss(id: number): void {
    const dismissed = this.#toasts.find((one) => one.id === id && one.open)
    if (dismissed === undefined) return
    this.#toasts = this.#toasts.map((one) => (one === dismissed ? { ...one, open: false } : one))
    setTimeout(() => {
      this.#toasts = this.#toasts.filter((one) => one.id !== id)
    }, removeDelayMs)
  }

  dismissAll(): void {
    for (const { id } of this.#toasts) this.dismiss(id)
  }

  findOpen(): ListedToast | null {
    return this.#toasts.find((one) => one.open) ?? null
  }

  list(): readonly ListedToast[] {
    return this.#toasts
  }
}
