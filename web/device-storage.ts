/** Reads and writes the string that localStorage or sessionStorage has under a name. */
export function storedText(name: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage') {
  const listeners = new Set<() => void>()
  return {
    /** Null if nothing is stored; undefined if the browser blocks storage. */
    read: (): string | null | undefined => {
      try {
        return window[storage].getItem(name)
      } catch {
        return undefined
      }
    },
    /**
     * Stores the value, or removes it if null. False if the browser refuses: storage full, blocked, or a private
     * window.
     */
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
    /** Called when the value changes here or in another tab, and when this tab becomes visible again. */
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
