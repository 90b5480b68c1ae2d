import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { fileParts } from './upload-form.tsx'

async function read(bytes: Uint8Array | string): Promise<string[]> {
  const parts = []
  for await (const part of fileParts(new Blob([bytes as BlobPart]))) parts.push(part)
  return parts
}

test('a file comes in parts that the server takes, with no character divided', async () => {
  const text = `a${'😀'.repeat(limits.ownPartCharacters)}end`
  const parts = await read(text)
  expect(parts.join('')).toBe(text)
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(limits.ownPartCharacters)
    expect(part.isWellFormed()).toBe(true)
  }
})

test.each([
  ['UTF-8', new TextEncoder().encode('café')],
  ['UTF-16 with its mark', Uint8Array.of(0xff, 0xfe, 0x63, 0, 0x61, 0, 0x66, 0, 0xe9, 0)],
  ['what Windows writes', Uint8Array.of(0x63, 0x61, 0x66, 0xe9)],
])('%s is read as what it is', async (_, bytes) => {
  expect(await read(bytes)).toEqual(['café'])
})

test('an empty file has no part', async () => {
  expect(await read('')).toEqual([])
})
