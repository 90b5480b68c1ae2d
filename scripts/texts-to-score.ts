import { open } from 'node:fs/promises'
import { limits } from '#contract/limits.ts'
import { CommandRefused } from './instance-client.ts'

export type FileText = { name: string; title: string; text: string }

const mostFileBytes = 50_000_000

export async function readTextFile(path: string): Promise<string> {
  const file = await open(path).catch(() => {
    throw new CommandRefused(`${path} cannot be opened.`, 2)
  })
  try {
    const { size } = await file.stat()
    if (size > mostFileBytes) throw new CommandRefused(`${path} is longer than 50 MB.`, 2)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

function readLine(line: string, place: string): FileText {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    throw new CommandRefused(`${place}: the line is not JSON.`, 2)
  }
  const { title = '', text } = (row ?? {}) as { title?: unknown; text?: unknown }
  if (typeof text !== 'string' || typeof title !== 'string')
    throw new CommandRefused(`${place}: the line needs a "text", and may have a "title".`, 2)
  return { name: place, title, text }
}

/**
 * The texts of files. A file whose name ends with .jsonl has one text per line; any other file is one text.
 */
export async function readTexts(paths: readonly string[]): Promise<FileText[]> {
  const texts: FileText[] = []
  for (const path of paths) {
    const content = await readTextFile(path)
    if (!path.endsWith('.jsonl')) texts.push({ name: path, title: '', text: content })
    else
      for (const [at, line] of content.split('\n').entries())
        if (line.trim() !== '') texts.push(readLine(line, `${path}, line ${at + 1}`))
  }
  return texts
}

/** Groups of texts, each as large as one call may be. */
export function batchesOf(texts: readonly FileText[]): FileText[][] {
  const batches: FileText[][] = []
  let characters = 0
  for (const one of texts) {
    const length = one.title.length + one.text.length
    const last = batches.at(-1)
    const fits = characters + length <= limits.apiScore.characters
    if (last !== undefined && fits && last.length < limits.apiScore.texts) last.push(one)
    else {
      batches.push([one])
      characters = 0
    }
    characters += length
  }
  return batches
}
