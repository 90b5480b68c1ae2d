const codeOf = (sign: string) => sign.charCodeAt(0)
const [quote, backslash] = [codeOf('"'), codeOf('\\')]
const [openList, closeList, openObject, closeObject] = ['[', ']', '{', '}'].map(codeOf)

/** The maximum nesting. Real data is nested far less, and recursive functions process it. */
export const deepestJson = 100

/** Whether lists and objects are nested too deeply. Checked on the text, before it is parsed. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (inText) {
      if (sign === backslash) at += 1
      else if (sign === quote) inText = false
    } else if (sign === quote) inText = true
    else if (sign === openList || sign === openObject) {
      depth += 1
      if (depth > deepestJson) return true
    } else if (sign === closeList || sign === closeObject) depth -= 1
  }
  return false
}

/** Undefined if the text is not JSON, or is nested too deeply. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `{"$date": ...}` of MongoDB's exports, and `{"S": ...}` of DynamoDB's. */
const namesType = /^\$(?:date|oid|uuid|numberLong|numberInt|numberDouble|numberDecimal)$/u
const isTyped = (name: string, value: unknown) =>
  namesType.test(name) ||
  (/^[SN]$/u.test(name) && typeof value === 'string') ||
  (name === 'BOOL' && typeof value === 'boolean')

/** The value in an object that only adds its type. Any other value is returned as it is. */
export function plainValue(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const [only, ...others] = Object.entries(value)
  if (only === undefined || others.length > 0 || !isTyped(...only)) return value
  return plainValue(only[1])
}

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
