import { join } from 'node:path'
import { checkWalls } from './walls/check.ts'

const { lines, isGood } = checkWalls(join(import.meta.dirname, '..'))
for (const line of lines) console.log(line)
if (!isGood) process.exit(1)
