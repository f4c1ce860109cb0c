import type { Font } from 'fontkit'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

export const fontFile = join(import.meta.dirname, 'fonts/NotoSansTC-Regular.ttf.br')

let loaded: Promise<Font> | undefined

/** The font of all papers, opened when the first is written: it takes some tens of milliseconds and megabytes. Documents share it. */
export function loadFont(): Promise<Font> {
  return (loaded ??= openFont().catch((error: unknown) => {
    loaded = undefined
    throw error
  }))
}

async function openFont(): Promise<Font> {
  const [{ create }, packed] = await Promise.all([import('fontkit'), readFile(fontFile)])
  const font = create(await promisify(brotliDecompress)(packed))
  if (!('layout' in font)) throw new Error(`${fontFile} holds several fonts`)
  return font
}
