/**
 * What a built page runs by itself, as a script inside it: it waits for the first sign that somebody wants
 * to use the page, fetches the app then, and keeps what they did until the app has taken over.
 */
export type EarlyStart = {
  /** Buttons that were pressed and forms that were sent, in their order. */
  readonly held: (() => void)[]
  /** The app listens from now on. */
  release: () => void
}

declare global {
  interface Window {
    earlyStart?: EarlyStart
  }
}

// Reading and scrolling with a wheel are no such sign; a finger that scrolls may come to press next.
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin']

/** A pointer that lies where the page appears makes a move that is none. */
function isSham(event: Event): boolean {
  return event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY
}

/** Browsers remember a module that did not come, so only loading the page again helps. */
function tellFailure(): void {
  const words = document.createElement('p')
  words.role = 'alert'
  words.className = 'early-failure'
  const link = document.createElement('a')
  link.href = ''
  link.textContent = 'Reload the page'
  words.append('This page could not load what it needs to work. Check your connection. ', link)
  document.body.append(words)
}

/** Fetches the app from the addresses that the page names: the entry first, then what it needs. */
function fetchApp(files: readonly string[]): void {
  for (const href of files) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', href, crossOrigin: '' })
    document.head.append(link)
  }
  const [entry] = files
  if (entry !== undefined) import(/* @vite-ignore */ entry).catch(tellFailure)
}

/** True where a visitor's count stands on this device, which a built page cannot know. */
function differsHere(): boolean {
  try {
    return localStorage.getItem('unmet.searches') !== null
  } catch {
    return false
  }
}

function startEarly(files: readonly string[], alive: boolean): void {
  const listening = new AbortController()
  const waiting = new AbortController()
  const { signal } = listening
  const held: EarlyStart['held'] = []
  const start = (event?: Event) => {
    if (waiting.signal.aborted || (event && isSham(event))) return
    waiting.abort()
    fetchApp(files)
  }
  const hold = (event: Event, repeat: () => void) => {
    event.preventDefault()
    event.stopPropagation()
    held.push(repeat)
    start()
  }
  window.earlyStart = { held, release: () => listening.abort() }
  for (const sign of signs) {
    document.addEventListener(sign, start, { signal: waiting.signal, passive: true, capture: true })
  }
  document.addEventListener(
    'click',
    (event) => {
      const pressed = event.target instanceof Element ? event.target.closest('button') : null
      // A button that sends a form is held as that.
      if (pressed !== null && pressed.type !== 'submit') hold(event, () => pressed.click())
    },
    { signal, capture: true },
  )
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (form instanceof HTMLFormElement) hold(event, () => form.requestSubmit())
    },
    { signal, capture: true },
  )
  if (alive || differsHere()) start()
}

const { files, alive } = document.getElementById('root')?.dataset ?? {}
if (files) startEarly(files.split(' '), alive === 'true')
