import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runAgain, runNode } from './children.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('starts the service again after an error that nobody caught, and not after any other end', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-again-'))
  const program = join(dir, 'service.mjs')
  // Ends with 70 twice, then with 3.
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs'
const runs = ${JSON.stringify(join(dir, 'runs'))}
appendFileSync(runs, 'x')
process.exit(readFileSync(runs).length < 3 ? 70 : 3)`,
  )
  expect(await runAgain(() => runNode(root, [program]))).toBe(3)
  expect(readFileSync(join(dir, 'runs'), 'utf8')).toBe('xxx')
  rmSync(dir, { recursive: true })
})
