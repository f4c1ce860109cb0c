import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

it('a minute of faults breaks nothing: the history of the clients and the database agree', { timeout: 300_000 }, async () => {
  // In a process of its own: as root it runs in namespaces of its own, and its file system is gone with it.
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), '--minute'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], report, steps] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  expect(report, steps).toContain('Everything holds.')
  expect(code).toBe(0)
})
