/** Reads integers in 7-bit groups, the lowest group first, as `ByteWriter` writes them. */
export class ByteReader {
  readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  varint(): number {
    let [value, shift, byte] = [0, 0, 0]
    do {
      byte = this.bytes[this.at++] as number
      value |= (byte & 0x7f) << shift
      shift += 7
    } while (byte >= 0x80)
    return value >>> 0
  }

  skipVarints(count: number): void {
    for (let left = count; left > 0; left -= 1) while ((this.bytes[this.at++] as number) >= 0x80);
  }
}
