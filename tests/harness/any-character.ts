import fc from 'fast-check'

const surrogates = 0x800
const firstSurrogate = 0xd800

/**
 * Any character that can be encoded, for `fc.string({ unit: anyCharacter })`. The library's own unit 'binary'
 * has the same characters, but keeps a map of a million characters for the rest of the run.
 */
export const anyCharacter = fc.nat(0x10ffff - surrogates).map(
  (at) => String.fromCodePoint(at < firstSurrogate ? at : at + surrogates),
  (value) => {
    const code = typeof value === 'string' ? value.codePointAt(0) : undefined
    if (code === undefined || value !== String.fromCodePoint(code)) throw new Error('not one character')
    return code < firstSurrogate ? code : code - surrogates
  },
)
