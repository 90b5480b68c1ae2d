/** A growing buffer, with integers in 7-bit groups, the lowest group first. */
export class ByteWriter {
  bytes: Uint8Array<ArrayBuffer>
  length = 0

  constructor(capacity = 1 << 16) {
    this.bytes = new Uint8Array(capacity)
  }

  #reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }

  varint(value: number): void {
    this.#reserve(5)
    let rest = value
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.bytes[this.length++] = rest
  }

  uint32(value: number): void {
    this.#reserve(4)
    for (let shift = 0; shift < 32; shift += 8) this.bytes[this.length++] = (value >>> shift) & 0xff
  }

  /** Appends a range of other bytes. */
  copy(from: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start)
    this.bytes.set(from.subarray(start, end), this.length)
    this.length += end - start
  }

  written(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length)
  }
}
