import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { breachesIn } from './walls.ts'

const src = join(import.meta.dirname, '../src')
const paths = globSync('**/*.{ts,tsx}', { cwd: src }).filter((path) => !path.startsWith('i18n/generated/'))
const breaches = breachesIn(new Map(paths.map((path) => [path, readFileSync(join(src, path), 'utf8')])))

for (const { from, line, to, why } of breaches) console.error(`src/${from}:${line} uses ${to}: ${why}`)
// A check that reads nothing finds nothing, and must not pass for it.
if (paths.length < 20) console.error(`Only ${paths.length} files were read: the walls were not checked.`)
if (breaches.length > 0 || paths.length < 20) process.exit(1)
console.log(`${paths.length} files keep to the walls.`)
