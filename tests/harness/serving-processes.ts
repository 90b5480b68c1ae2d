import { readdir, readFile } from 'node:fs/promises'

/** The processes that a product with WORKERS started to answer requests, oldest first. Linux only. */
export async function listServing(pid: number): Promise<number[]> {
  const found = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/u.test(name))
      .map(async (name) => {
        const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')
        const stat = await read('stat')
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const isServing = (await read('cmdline')).includes('wire-process.ts')
        return isServing && Number(parent) === pid && state !== 'Z' ? [Number(name)] : []
      }),
  )
  return found.flat().sort((one, other) => one - other)
}
