/** Growing numbers. */
export class NumberList {
  numbers = new Uint32Array(1 << 16)
  length = 0
  push(value: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Uint32Array(this.numbers.length * 2)
      larger.set(this.numbers)
      this.numbers = larger
    }
    this.numbers[this.length++] = value
  }
}

/** Gives each new lexeme the next number. Lexemes are identified by their hash. */
export class TermTable {
  readonly high = new NumberList()
  readonly low = new NumberList()
  #slots = new Int32Array(1 << 17).fill(-1)

  numberOf(high: number, low: number): number {
    const mask = this.#slots.length - 1
    for (let at = low & mask; ; at = (at + 1) & mask) {
      const term = this.#slots[at] as number
      if (term === -1) return this.#add(high, low, at)
      if (this.low.numbers[term] === low && this.high.numbers[term] === high) return term
    }
  }

  #add(high: number, low: number, at: number): number {
    const term = this.high.length
    this.#slots[at] = term
    this.high.push(high)
    this.low.push(low)
    if (term * 2 > this.#slots.length) this.#grow()
    return term
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1)
    const mask = slots.length - 1
    for (let term = 0; term < this.high.length; term += 1) {
      let at = (this.low.numbers[term] as number) & mask
      while (slots[at] !== -1) at = (at + 1) & mask
      slots[at] = term
    }
    this.#slots = slots
  }
}
