import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDraw } from '#modules/ballots/draw-ballot.ts'
import { hashManifest, publishedText } from '#modules/ballots/hashes.ts'
import type { DrawnValue, Manifest } from '#modules/ballots/manifest-wire.ts'
import { drandSource, knownRounds, largeManifest, revealed } from '#testing/ballots.ts'
import { makeVerifier } from './verifier.ts'

let dir: string
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'verify-ballot-'))
  writeFileSync(join(dir, 'verify-ballot.mjs'), await makeVerifier())
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Runs the downloaded file by plain Node, in a folder with nothing beside it. */
function verify(manifest: string, draw: string, ...rest: string[]): Promise<{ code: number; said: string }> {
  writeFileSync(join(dir, 'manifest.json'), manifest)
  writeFileSync(join(dir, 'draw.json'), draw)
  return new Promise((resolve) => {
    const { execPath } = process
    execFile(execPath, ['verify-ballot.mjs', 'manifest.json', 'draw.json', ...rest], { cwd: dir, env: {} }, (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout }),
    )
  })
}

const [{ round, randomness, signature }] = knownRounds
const cases: { name: string; manifest: Manifest; value: DrawnValue }[] = [
  { name: 'by a secret of the centre', manifest: largeManifest(40, 2), value: revealed },
  {
    name: 'by a number of drand',
    manifest: { ...largeManifest(40, 2), randomness: drandSource },
    value: { source: 'drand', round, randomness, signature },
  },
]

describe('the downloaded verifier', () => {
  it('imports nothing', async () => {
    const text = await makeVerifier()
    expect(text).not.toMatch(/^import\s|\brequire\(/m)
    expect(text.match(/\bimport\(.*?\)/g)).toEqual(["import('node:fs/promises')"])
  })

  it.each(cases)('confirms a draw $name by plain Node, and refuses it with one bit changed', async ({ manifest, value }) => {
    const draw = makeDraw(manifest, value)
    const [first, second] = [publishedText(manifest), publishedText(draw)]
    const hash = hashManifest(manifest)
    expect(await verify(first, second, hash)).toEqual({ code: 0, said: expect.stringContaining(hash) })
    expect(
      await verify(
        first,
        second,
        hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      ),
    ).toMatchObject({ code: 1 })
    expect(await verify(first.replace('"tickets":1', '"tickets":3'), second)).toMatchObject({
      code: 1,
      said: expect.stringContaining('FAILS: manifest'),
    })
    expect(await verify(first, second.replace('"pass":2', '"pass":3'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('FAILS: draw'),
    })
    const forged = publishedText({ ...draw, value: { ...value, randomness: 'ab'.repeat(32) } as DrawnValue })
    expect(await verify(first, forged)).toMatchObject({ code: 1, said: expect.stringContaining('FAILS: value') })
  })

  it('refuses a whole draw that somebody made with another seed', async () => {
    const { manifest } = cases[0]!
    const honest = makeDraw(manifest, revealed)
    const wished = makeDraw({ ...manifest, frozenAt: '2026-12-01T12:00:01+08:00' }, revealed)
    const forged = publishedText({ ...wished, manifestHash: honest.manifestHash })
    expect(await verify(publishedText(manifest), forged)).toMatchObject({ code: 1, said: expect.stringContaining('FAILS: seed') })
  })

  it('says that it cannot read other files, and how it is used', async () => {
    expect(await verify('', 'x')).toMatchObject({ code: 1, said: expect.stringContaining('FAILS: readable') })
  })
})
