/** The server sets and removes this cookie with the session's, which no script can see. */
const hint = /(?:^|; )signed-in=1(?:;|$)/u

/** True when somebody seems to be signed in here: only then is the server asked who. */
export function seemsSignedIn(): boolean {
  return typeof document !== 'undefined' && hint.test(document.cookie)
}

export function removeSignedInHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = 'signed-in=; path=/; max-age=0; samesite=lax'
}
