import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { breachesIn } from './walls.ts'

/** Reads everything under a folder that holds `src` and `demo`. A check that reads nothing finds nothing, and must not pass for it. */
export function checkWalls(root: string): { lines: string[]; isGood: boolean } {
  const src = join(root, 'src')
  const code = globSync(['**/*.{ts,tsx}', '../demo/**/*.ts'], { cwd: src }).filter((path) => !path.startsWith('i18n/generated/'))
  const sql = globSync('db/{functions,views}/*.sql', { cwd: src })
  const messages = globSync('i18n/messages/*.json', { cwd: src })
  const read = `${code.length} files of code and ${sql.length} of SQL`
  if (code.length < 20 || sql.length === 0) return { lines: [`Only ${read} were read: the walls were not checked.`], isGood: false }
  const breaches = breachesIn(new Map([...code, ...sql, ...messages].map((path) => [path, readFileSync(join(src, path), 'utf8')])))
  if (breaches.length === 0) return { lines: [`${read} keep to the walls.`], isGood: true }
  return { lines: breaches.map(({ from, line, to, why }) => `${join('src', from)}:${line} uses ${to}: ${why}`), isGood: false }
}
