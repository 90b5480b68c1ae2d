type ItemText = { kind: 'html' | 'plain'; value: string }

/** `file` means that there is content, but it is not text. */
export type ReadText = ItemText | 'file' | null

const leastFileCharacters = 60

/** Whether a text is base64: one long word, or lines of equal length without spaces. */
function isBase64(text: string): boolean {
  const lines = text.trim().split(/\r?\n/u)
  const [first = ''] = lines
  const length = lines.reduce((sum, line) => sum + line.length, 0)
  return (
    first.length >= leastFileCharacters &&
    length % 4 === 0 &&
    lines.every((line, at) => line.length === first.length || (at === lines.length - 1 && line.length > 0)) &&
    lines.every((line) => /^[A-Za-z0-9+/]+={0,2}$/u.test(line)) &&
    [/[A-Z]/u, /[a-z]/u, /\d/u].every((sign) => sign.test(text))
  )
}

function asText(kind: ItemText['kind'], value: string | undefined): ReadText {
  if (value === undefined) return null
  return isBase64(value) ? 'file' : { kind, value }
}

export const html = (value: string | undefined) => asText('html', value)
export const plain = (value: string | undefined) => asText('plain', value)

type Typed = { value?: string; type?: string } | undefined

/**
 * The text of an element that declares its type. As in RFC 4287 (4.1.3.3), types other than text and HTML are
 * XML or base64.
 */
export function typedText(text: Typed): ReadText {
  const type = text?.type?.split(';', 1)[0]?.trim().toLowerCase() ?? 'text'
  if (type.includes('html')) return html(text?.value)
  if (!type.includes('/') || type.startsWith('text/')) return plain(text?.value)
  return text?.value === undefined ? null : 'file'
}

type Described = { description?: Typed }
type Media = (Described & { groups?: readonly Described[] }) | undefined

/** The description of an entry's video or recording, for feeds that write no other text. */
export function mediaText(media: Media): ReadText {
  const { value, type } = media?.groups?.[0]?.description ?? media?.description ?? {}
  return type?.toLowerCase().includes('html') === true ? html(value) : plain(value)
}

/** The first text, or `file` if there is only a file. */
export function firstText(...texts: readonly ReadText[]): ReadText {
  return texts.find((text) => typeof text === 'object' && text !== null) ?? texts.find(Boolean) ?? null
}
