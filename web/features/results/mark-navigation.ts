const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The mark that an arrow key leads to from another one of the same text; null at the ends. */
export function markAfter(mark: HTMLElement, key: string): HTMLElement | null {
  const step = steps[key]
  const text = mark.parentElement
  if (step === undefined || text === null || mark.tabIndex === undefined) return null
  const marks = [...text.querySelectorAll<HTMLElement>('[data-evidence][tabindex]')]
  return marks[marks.indexOf(mark) + step] ?? null
}
