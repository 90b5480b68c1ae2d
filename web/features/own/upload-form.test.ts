import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { fileParts } from './upload-form.tsx'

async function read(bytes: Uint8Array | string): Promise<string[]> {
  const parts = []
  for await (const part of fileParts(new Blob([bytes as BlobPart]))) parts.push(part)
  return parts
}

test('a file is split into parts that the server accepts, without splitting a character', async () => {
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
  ['what old Macs write', Uint8Array.of(0x63, 0x61, 0x66, 0x8e)],
])('%s: the encoding is detected', async (_, bytes) => {
  expect(await read(bytes)).toEqual(['café'])
})

const table = 'id,review\n1,I don’t like “it” — naïve café\n'
const windows = { '’': 0x92, '“': 0x93, '”': 0x94, '—': 0x97, '…': 0x85, ï: 0xef, é: 0xe9 }
const mac = { '’': 0xd5, '“': 0xd2, '”': 0xd3, '—': 0xd1, ï: 0x95, é: 0x8e }
const encode = (text: string, codes: Record<string, number>) =>
  Uint8Array.from(text, (sign) => codes[sign] ?? sign.charCodeAt(0))
const utf16 = (text: string, littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * text.length))
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), littleEndian)
  return new Uint8Array(view.buffer)
}

test.each([
  ['UTF-16 without a mark', utf16(table, true)],
  ['UTF-16 without a mark, high byte first', utf16(table, false)],
  ['what Windows writes', encode(table, windows)],
  ['what old Macs write', encode(table, mac)],
])('%s: the encoding of a table is detected', async (_, bytes) => {
  expect((await read(bytes)).join('')).toBe(table)
})

test.each([
  [
    'windows-1251',
    'id,текст\n1,Нужна программа, экспорт сломан\n',
    'aWQs8uXq8fIKMSzN8+bt4CDv8O7j8ODs7OAsIP3q8e/u8PIg8evu7ODtCg==',
  ],
  [
    'KOI8-R',
    'id,текст\n1,Нужна программа, экспорт сломан\n',
    'aWQs1MXL09QKMSzu1dbOwSDQ0s/H0sHNzcEsINzL09DP0tQg08zPzcHOCg==',
  ],
  [
    'Shift JIS',
    'id,意見\n1,検索が使えません。アプリが欲しい\n',
    'aWQsiNOMqQoxLIyfjfWCqo5ngqaC3IK5gvGBQoNBg3aDioKql36CtYKiCg==',
  ],
  [
    'EUC-JP',
    'id,意見\n1,検索が使えません。アプリが欲しい\n',
    'aWQssNW4qwoxLLihuvekrLvIpKik3qS7pPOho6Wipdel6qSszd+kt6SkCg==',
  ],
  [
    'EUC-KR',
    'id,의견\n1,검색이 너무 느려서 쓸 수 없어요\n',
    'aWQswMew3woxLLDLu/bAzCCzyrmrILTAt8G8rSC+tSC89iC++L7uv+QK',
  ],
  [
    'GB 18030',
    'id,意见\n1,导出功能坏了，每天都要手工输入\n',
    'aWQs0uK8+woxLLW8s/a5psTcu7XBy6Osw7/M7La80qrK1rmkyuTI6wo=',
  ],
])('%s: the encoding of another script is detected', async (_, text, bytes) => {
  expect((await read(Buffer.from(bytes, 'base64'))).join('')).toBe(text)
})

test.each([
  'Päätös: määrä on väärä, tämä näyttää jäävän',
  'Über größere Äußerungen',
  '“¿Qué?” — «être déçu»…',
])('accented letters and quotes beside each other are Latin: %s', async (text) => {
  expect((await read(encode(text, windows))).join('')).toBe(text)
})

test('Windows-1252 is detected by one letter near the end of a file', async () => {
  const text = `${'plain words of a long file\n'.repeat(40_000)}café`
  expect((await read(encode(text, windows))).join('')).toBe(text)
})

test('UTF-8 with one invalid byte is still read as UTF-8', async () => {
  const bytes = Uint8Array.of(...new TextEncoder().encode('é'.repeat(30)), 0xff, 0x61)
  expect((await read(bytes)).join('')).toBe(`${'é'.repeat(30)}\uFFFDa`)
})

test('an empty file has no parts', async () => {
  expect(await read('')).toEqual([])
})
