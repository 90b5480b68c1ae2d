import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'

// Counts lines of the product by top-level folder, without tests and generated files: npm run count

const root = join(import.meta.dirname, '..')
const rooms = ['scoring', 'learning', 'contract', 'server', 'stand-ins', 'web', 'scripts']
const notProduct = /\.(?:test|spec)\.tsx?$|\.d\.ts$|^web\/dist\/|^server\/database\/migrations\//

let total = 0
for (const room of rooms) {
  let lines = 0
  let files = 0
  for await (const path of glob(`${room}/**/*.{ts,tsx,css,mjs}`, { cwd: root })) {
    if (notProduct.test(path)) continue
    lines += readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length
    files++
  }
  total += lines
  console.log(`${room.padEnd(10)} ${String(lines).padStart(7)} lines in ${files} files`)
}
console.log(`${'product'.padEnd(10)} ${String(total).padStart(7)} lines`)
