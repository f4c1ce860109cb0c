import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileInto } from './messages.ts'

const root = join(import.meta.dirname, '..')
const place = mkdtempSync(join(tmpdir(), 'fieldhouse-messages-test-'))
const outdir = join(place, 'made')

beforeAll(() => {
  for (const folder of ['src/i18n/messages', 'project.inlang', 'scripts']) mkdirSync(join(place, folder), { recursive: true })
  for (const path of ['project.inlang/settings.json', 'scripts/message-format.js']) cpSync(join(root, path), join(place, path))
  for (const locale of ['tw', 'en'])
    writeFileSync(join(place, `src/i18n/messages/${locale}.json`), JSON.stringify({ open: 'open', closed_until: 'closed until {day}' }))
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

describe('compiling the messages', () => {
  it('writes every message, one file open at a time', async () => {
    await compileInto(outdir, place)
    expect(existsSync(join(outdir, 'messages/open.js'))).toBe(true)
    expect(existsSync(join(outdir, 'messages/closed_until.js'))).toBe(true)
  })

  it('fails when the system refuses a file, instead of leaving its text out', async () => {
    const refuse: typeof writeFileSync = (path, content) => {
      if (String(path).endsWith('/messages/open.js')) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
      writeFileSync(path, content)
    }
    await expect(compileInto(outdir, place, refuse)).rejects.toThrow('Not all messages could be written')
  })
})
