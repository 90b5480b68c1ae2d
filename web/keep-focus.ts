/** The visible heading of `place` itself, not one inside an item of a list that `place` contains. */
function headingOf(place: Element): HTMLElement | undefined {
  return [...place.querySelectorAll<HTMLElement>('h1, h2, h3')].find((heading) => {
    const item = heading.closest('li')
    return heading.checkVisibility() && (item === null || item.contains(place))
  })
}

/** Whether only `keepFocus` moved the focus to this element, so that the page may still move it elsewhere. */
export const hasKeptFocus = (element: Element | null) => element?.hasAttribute('data-kept-focus') === true

/** Moves the focus to the heading of the nearest place that is left of `lost`, an element and its ancestors. */
function focusNearest(lost: readonly Element[]): void {
  const places = lost.filter((place) => place.isConnected && place !== document.documentElement)
  const target = places.map(headingOf).find((heading) => heading !== undefined)
  if (target === undefined) return
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.setAttribute('data-kept-focus', '')
  target.addEventListener('blur', () => target.removeAttribute('data-kept-focus'), { once: true })
  target.focus({ preventScroll: true })
}

function lineOf(element: EventTarget | null): Element[] {
  const line: Element[] = []
  let at = element instanceof Element ? element : null
  while (at !== null) {
    line.push(at)
    at = at.parentElement
  }
  return line
}

/** Not by `checkVisibility`, which computes styles: this runs after each change of the page. */
const isGone = (line: readonly Element[]) =>
  line[0] !== undefined && (!line[0].isConnected || line.some((element) => element.hasAttribute('hidden')))

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * A press can remove the element that has the focus, such as the button of a deleted row. The browser then
 * drops the focus, and the keyboard starts again at the top. This moves it to the nearest heading instead,
 * unless the page moves it elsewhere.
 */
export function keepFocus(): void {
  let line: Element[] = []
  document.addEventListener('focusin', ({ target }) => {
    line = lineOf(target)
  })
  document.addEventListener('focusout', ({ target }) => {
    // A click beside the element: the person left it.
    queueMicrotask(() => {
      if (target === line[0] && line[0]?.isConnected && isFocusLost()) line = []
    })
  })
  const restore = () => {
    if (isGone(line) && isFocusLost()) focusNearest(line)
  }
  const observer = new MutationObserver(() => {
    // After the page's own handlers and a closing dialog have moved the focus.
    if (isGone(line)) requestAnimationFrame(() => requestAnimationFrame(restore))
  })
  const what = { subtree: true, childList: true, attributeFilter: ['hidden'] }
  observer.observe(document.body, what)
}
