/** A text that this device stores under a name, or this tab alone. Its functions may be destructured. */
export function storedText(name: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage') {
  const listeners = new Set<() => void>()
  return {
    /** Null for nothing; undefined where the browser blocks its storage. */
    read: (): string | null | undefined => {
      try {
        return window[storage].getItem(name)
      } catch {
        return undefined
      }
    },
    /** Stores it, or removes it when null; false where the browser refuses: full, blocked, or a private window. */
    keep: (text: string | null): boolean => {
      try {
        if (text === null) window[storage].removeItem(name)
        else window[storage].setItem(name, text)
        return true
      } catch {
        return false
      } finally {
        for (const onChange of listeners) onChange()
      }
    },
    /** Called when it is stored here or in another tab, and when somebody comes back to this one. */
    subscribe: (onChange: () => void): (() => void) => {
      const listening = new AbortController()
      const { signal } = listening
      listeners.add(onChange)
      signal.addEventListener('abort', () => listeners.delete(onChange))
      for (const event of ['storage', 'focus']) window.addEventListener(event, onChange, { signal })
      return () => listening.abort()
    },
  }
}
