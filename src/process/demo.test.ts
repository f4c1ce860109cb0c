import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, expect, it } from 'vitest'
import { loadRestOfDemo } from './demo.ts'

const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-demo-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

it('a failure to draw the demo’s pictures is logged, and the server goes on', async () => {
  const lines: { level: number; msg: string; err: { message: string; stack: string } }[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  // Nobody listens there.
  await loadRestOfDemo('postgresql://nobody@127.0.0.1:1/nowhere', { kind: 'disk', dir }, log, new Date()).stop()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: pino.levels.values['warn'], msg: expect.stringContaining('past months of the demo') })
  expect(lines[0]!.err.stack).toContain('ECONNREFUSED')
})
