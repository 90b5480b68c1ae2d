const rawSign = /&(?!#?\w{1,31};)|<(?![a-z/!?])/iu
const entity = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{2,5}|#x[\da-f]{2,5});/iu

/**
 * Collects all titles of a column, to tell plain text from HTML. HTML has no `&` and no `<` for themselves: it
 * writes them as entities.
 */
export function openTitleColumn() {
  let raw = 0
  let escaped = 0
  return {
    add(title: string): void {
      if (rawSign.test(title)) raw += 1
      else if (entity.test(title)) escaped += 1
    },
    /** Whether tags and entities in the titles are words of their authors, as in "How do I stop <br>?". */
    isPlain: (): boolean => raw > 0 && raw >= escaped,
  }
}
