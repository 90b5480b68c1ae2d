import { showToast } from '#web/ui/toast.tsx'
import type { ToastText } from '#web/ui/toast-viewport.tsx'

/** Copies a text and says so; where the browser refuses, the text is shown to be copied by hand: `what` it is. */
export async function copyText(what: string, text: string, done: ToastText): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    // Without https, or if the browser refuses, the clipboard is not available.
    showToast({ title: `Copy this ${what}`, description: text })
  }
}
