import { showToast } from '#web/ui/toast.tsx'
import type { ToastText } from '#web/ui/toast-viewport.tsx'

/**
 * Copies a text and confirms it. If the browser refuses, shows the text so that it can be copied by hand.
 * `what` names the text.
 */
export async function copyText(what: string, text: string, done: ToastText): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    // Without https, or if the browser refuses, the clipboard is not available.
    showToast({ title: `Copy this ${what}`, description: text })
  }
}
