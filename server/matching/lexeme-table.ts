/** Numbers lexemes from 1, and collects those of one post after another. */
export class LexemeTable {
  readonly #numbers = new Map<string, number>()
  #bytes = Buffer.alloc(1 << 16)
  readonly #starts: number[] = [0, 0]
  /** By the number of a lexeme: the last post that has it, and how many positions it has there. */
  readonly #posts: number[] = [0]
  readonly #counts: number[] = [0]
  readonly #next: number[] = [0]
  #post = 0
  #found: number[] = []
  /** Every position in the order of the text, with the lexeme that has it. */
  #lexemesOfPlaces: number[] = []
  #places: number[] = []

  find(lexeme: string): number {
    const known = this.#numbers.get(lexeme)
    if (known !== undefined) return known
    const start = this.#starts.at(-1) as number
    // UTF-8 needs at most three bytes for each UTF-16 unit.
    const most = start + 3 * lexeme.length + 1
    if (most > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * most)
    const end = start + this.#bytes.write(lexeme, start) + 1
    this.#bytes[end - 1] = 0
    this.#starts.push(end)
    this.#posts.push(0)
    this.#next.push(0)
    const number = this.#counts.push(0) - 1
    this.#numbers.set(lexeme, number)
    return number
  }

  startPost(): void {
    this.#post += 1
    this.#found = []
    this.#lexemesOfPlaces = []
    this.#places = []
  }

  /** Positions must ascend, apart from their weights. */
  add(lexeme: number, place: number): void {
    this.addWithoutPlace(lexeme)
    this.#counts[lexeme] = (this.#counts[lexeme] as number) + 1
    this.#lexemesOfPlaces.push(lexeme)
    this.#places.push(place)
  }

  addWithoutPlace(lexeme: number): void {
    if (this.#posts[lexeme] === this.#post) return
    this.#posts[lexeme] = this.#post
    this.#counts[lexeme] = 0
    this.#found.push(lexeme)
  }

  /** The largest number of positions of a lexeme of this post. */
  mostPlaces(): number {
    let most = 0
    for (const lexeme of this.#found) most = Math.max(most, this.#counts[lexeme] as number)
    return most
  }

  /**
   * The lexemes of this post by number. The lexeme n is the UTF-8 bytes from `starts[n]` to `starts[n + 1]`, of
   * which the last is 0, and has `counts[n]` positions. `places` has the positions of all of them in their
   * order. Valid until the next post.
   */
  entries() {
    const next = this.#next
    let end = 0
    for (const lexeme of this.#found) {
      next[lexeme] = end
      end += this.#counts[lexeme] as number
    }
    const places = new Uint16Array(end)
    for (let at = 0; at < end; at += 1) {
      const lexeme = this.#lexemesOfPlaces[at] as number
      const place = next[lexeme] as number
      places[place] = this.#places[at] as number
      next[lexeme] = place + 1
    }
    return { lexemes: this.#found, bytes: this.#bytes, starts: this.#starts, counts: this.#counts, places }
  }
}
