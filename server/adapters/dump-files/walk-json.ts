const codeOf = (sign: string) => sign.charCodeAt(0)
const [quote, backslash, comma, space] = ['"', '\\', ',', ' '].map(codeOf)
const [openList, closeList, openObject, closeObject] = ['[', ']', '{', '}'].map(codeOf)

/** Deeper values are left to the parser, which may reject them. */
const deepest = 50

export function skipSpaces(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === space) at += 1
  return at
}

/** The offset after the closing quote of the text that begins at `from`; -1 if there is no closing quote. */
export function endOfText(bytes: Buffer, from: number, to: number): number {
  for (let at = from + 1; at < to; at += 1) {
    const byte = bytes[at]
    if (byte === quote) return at + 1
    if (byte === backslash) at += 1
  }
  return -1
}

/** The offset after the value that begins at `from`; -1 if the value has no end, or is nested too deeply. */
export function endOfValue(bytes: Buffer, from: number, to: number): number {
  const first = bytes[from]
  if (first === quote) return endOfText(bytes, from, to)
  return first === openObject || first === openList
    ? endOfNested(bytes, from, to)
    : endOfWord(bytes, from, to)
}

function endOfWord(bytes: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at]
    if (byte === comma || byte === closeObject || byte === space) return at === from ? -1 : at
  }
  return -1
}

function endOfNested(bytes: Buffer, from: number, to: number): number {
  let depth = 0
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at]
    if (byte === quote) {
      at = endOfText(bytes, at, to) - 1
      if (at < 0) return -1
    } else if (byte === openObject || byte === openList) {
      depth += 1
      if (depth > deepest) return -1
    } else if (byte === closeObject || byte === closeList) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}
