/** The classes of UTF-16 code units for the tokenizer. */
export const separator = 0
export const letter = 1
export const digit = 2
export const apostrophe = 3
export const lineEnd = 4
export const stop = 5
export const mark = 6
export const ampersand = 7
export const slash = 8
export const bullet = 9
export const quoteMark = 10
export const combining = 11

function kindOf(code: number): number {
  if (code >= 0x300 && code <= 0x36f) return combining
  if (code === 0x2019 || code === 0x2018 || code === 0x02bc) return apostrophe
  if (code === 0x20ac || code === 0xa3) return mark
  // A surrogate is far more often part of an emoji than of a letter.
  if (code >= 0xd800 && code <= 0xdfff) return separator
  if (code < 0xc0 || (code >= 0x2000 && code <= 0x303f) || code >= 0xfe00) return separator
  return letter
}

function buildKinds(): Uint8Array {
  const kinds = new Uint8Array(65536)
  for (let code = 128; code < 65536; code++) kinds[code] = kindOf(code)
  const put = (characters: string, kind: number) => {
    for (const one of characters) kinds[one.charCodeAt(0)] = kind
  }
  put('0123456789', digit)
  put('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', letter)
  put("'`", apostrophe)
  put('\n\r', lineEnd)
  put('.;', stop)
  put('$%?![', mark)
  put('&', ampersand)
  put('/', slash)
  put('*-', bullet)
  put('>', quoteMark)
  return kinds
}

/** The class of every UTF-16 code unit. */
export const characterKinds = buildKinds()

/** Whether there is a letter or digit at `at`. */
export function wordAt(text: string, at: number): boolean {
  const kind = characterKinds[text.charCodeAt(at)] ?? separator
  return kind === letter || kind === digit
}
