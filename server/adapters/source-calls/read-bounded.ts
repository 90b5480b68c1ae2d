/** Reads a whole body as the parts that arrived. Throws when it exceeds the limit. */
export async function readParts<Part extends Uint8Array>(
  body: AsyncIterable<Part> | null,
  mostBytes: number,
  tooLong: () => Error,
): Promise<Part[]> {
  const parts: Part[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw tooLong()
    parts.push(part)
  }
  return parts
}

/** Reads a whole body. Throws when it exceeds the limit. */
export async function readBounded(...given: Parameters<typeof readParts>): Promise<Buffer<ArrayBuffer>> {
  return Buffer.concat(await readParts(...given))
}
