import { limits } from '#contract/limits.ts'

const readBytes = 512 * 1024

/** What a file is written in, by its mark, else by its first bytes. */
function encodingOf(head: Uint8Array, isWhole: boolean): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  try {
    // A character may be cut at the end; what is wrong before that is no UTF-8, but what Windows writes.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !isWhole })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

function cutAt(text: string, most: number): number {
  if (text.length <= most) return text.length
  return /[\uD800-\uDBFF]/u.test(text.charAt(most - 1)) ? most - 1 : most
}

/** The text of a file in parts as the server takes them; one is in memory at a time. */
export async function* fileParts(file: Blob): AsyncGenerator<string> {
  const head = new Uint8Array(await file.slice(0, readBytes).arrayBuffer())
  const decoder = new TextDecoder(encodingOf(head, head.length === file.size))
  let text = ''
  for (let at = 0; at < file.size; at += readBytes) {
    const bytes = await file.slice(at, at + readBytes).arrayBuffer()
    text += decoder.decode(bytes, { stream: at + readBytes < file.size })
    while (text.length > limits.ownPartCharacters) {
      const end = cutAt(text, limits.ownPartCharacters)
      yield text.slice(0, end)
      text = text.slice(end)
    }
  }
  if (text !== '') yield text
}
