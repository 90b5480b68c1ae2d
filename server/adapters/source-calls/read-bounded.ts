/** Reads a whole body and returns the parts that arrived. Throws when it exceeds the limit. */
export async function readParts(
  body: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
  tooLong: () => Error,
): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw tooLong()
    parts.push(part)
  }
  return parts
}

/** Reads a whole body. Throws when it exceeds the limit. */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
  tooLong: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  return Buffer.concat(await readParts(body, mostBytes, tooLong))
}
