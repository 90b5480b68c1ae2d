const storageKey = 'unmet.signed-in'

/** True when this device was signed in last time: a page then waits for the answer with the right skeleton. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}

/** Remembers on this device whether somebody is signed in; it grants nothing. */
export function keepSignedInHint(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(storageKey, '1')
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage is blocked: the page shows itself as to a visitor until the answer is there.
  }
}
