import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Packages that are large and that few requests need: `await import('…')` where they are used, so that a start does not pay for them. */
const late = [
  '@aws-sdk/',
  '@simplewebauthn/server',
  '@zxcvbn-ts/',
  'file-type',
  'flydrive/drivers/s3',
  'fontkit',
  'hucre',
  'node-pg-migrate',
  'pdfkit',
  'sharp',
]

const root = join(import.meta.dirname, '..')
const sources = globSync('{src,demo}/**/*.{ts,mjs}', { cwd: root }).filter((file) => !/\.test\.ts$|^src\/testing\//.test(file))
const eager = /^(?:import|export) (?!type\b)[^'"]*?from '([^']+)'/gm

it('large packages that few requests need are not imported at the start', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(eager)].map(([, name]) => `${file}: ${name}`))
    .filter((line) => late.some((name) => line.split(': ')[1]!.startsWith(name)))
  expect(found).toEqual([])
})
