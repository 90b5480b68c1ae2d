/**
 * The inline script of a prerendered page. It waits for the first interaction, loads the app, and holds back
 * events until the app has hydrated the page.
 */
export type EventReplay = {
  /** Clicks and form submissions, in order. */
  readonly held: (() => void)[]
  /** The app handles events from now on. */
  release: () => void
  /** Called if the app cannot hydrate the page: shows a message, and the page stays as it is. */
  fail: () => void
}

declare global {
  interface Window {
    eventReplay?: EventReplay
  }
}

// Reading and wheel scrolling do not count as interaction; touch scrolling does, since a tap may follow.
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin']

/** If the pointer rests where the page appears, the browser fires a move event although nobody moved it. */
function isSynthetic(event: Event): boolean {
  return event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY
}

/** Browsers cache a failed module load, so only a reload of the page helps. */
function showFailure(): void {
  const words = document.createElement('p')
  words.role = 'alert'
  words.className =
    'fixed inset-x-4 bottom-4 z-50 mx-auto max-w-[26rem] rounded-card border border-danger bg-surface p-4 shadow-lift-high [&_a]:underline'
  const link = document.createElement('a')
  link.href = ''
  link.textContent = 'Reload the page'
  words.append('This page could not load what it needs to work. Check your connection. ', link)
  document.body.append(words)
}

function preload(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link))
}

/** Fetches the app's files without running them, each in its own task. */
function fetchFiles(files: readonly string[]): void {
  for (const href of files) setTimeout(() => preload({ rel: 'modulepreload', href, crossOrigin: '' }))
}

/** The app refetches the results that the page was rendered with, and their brief. */
function fetchResults(session: string): void {
  for (const part of ['', '/brief']) {
    const href = `/api/search-results/${session}${part}`
    preload({ rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href })
  }
}

/** Runs the app's files in order of dependency, each in its own task: the page responds to input in between. */
async function runFiles(files: readonly string[]): Promise<void> {
  for (const file of files.toReversed()) {
    await import(/* @vite-ignore */ file)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

function afterPaint(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(act)))
}

/** A value stored on this device; null if there is none, or if the browser blocks storage. */
function readDevice(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** A visitor's searches today, as far as this device knows. */
function countOnDevice(): number {
  try {
    const { day, used } = JSON.parse(readDevice('unmet.searches') ?? '{}')
    return day === new Date().toISOString().slice(0, 10) ? Number(used) : 0
  } catch {
    return 0
  }
}

/** True if the page differs from how it was rendered: other results are open, or this device has newer state. */
function differsOnDevice(searches: string, session: string | undefined): boolean {
  if (countOnDevice() !== Number(searches)) return true
  if (session === undefined) return false
  const looks = [...new URLSearchParams(location.search).keys()]
  return readDevice('unmet.saved') !== null || looks.some((name) => name !== 'q' && name !== 'session')
}

/** Elements whose clicks are replayed: buttons, and links that the app handles once it is loaded. */
const acting = 'button, a[data-acts-here]'

function opensElsewhere({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey
}

function startReplay(files: readonly string[], { alive, searches = '0', session }: DOMStringMap): void {
  const listening = new AbortController()
  const waiting = new AbortController()
  const { signal } = listening
  const held: EventReplay['held'] = []
  const start = (event?: Event) => {
    if (waiting.signal.aborted || (event && isSynthetic(event))) return
    waiting.abort()
    fetchFiles(files)
    if (session) fetchResults(session)
    runFiles(files).catch(showFailure)
  }
  const hold = (event: Event, repeat: () => void) => {
    event.preventDefault()
    event.stopPropagation()
    held.push(repeat)
    start()
  }
  window.eventReplay = { held, release: () => listening.abort(), fail: showFailure }
  // On a results page, wheel scrolling counts as interaction: rows further down are rendered by the app.
  for (const sign of session ? [...signs, 'wheel'] : signs) {
    document.addEventListener(sign, start, { signal: waiting.signal, passive: true, capture: true })
  }
  document.addEventListener(
    'click',
    (event) => {
      const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>(acting) : null
      // A click on a submit button is replayed as a submission. A click on a link with a modifier key is left
      // to the browser.
      const sends = pressed instanceof HTMLButtonElement && pressed.type === 'submit'
      const leaves = pressed instanceof HTMLAnchorElement && opensElsewhere(event)
      if (pressed !== null && !sends && !leaves) hold(event, () => pressed.click())
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
  // On a results page an interaction is likely, so the app is fetched once the existing content is painted.
  if (alive || differsOnDevice(searches, session)) afterPaint(start)
  else if (session) afterPaint(() => fetchFiles(files))
}

const facts = document.getElementById('root')?.dataset
if (facts?.files) startReplay(facts.files.split(' '), facts)
