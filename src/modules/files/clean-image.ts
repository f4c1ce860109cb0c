import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Sharp } from 'sharp'
import { loadSharp } from '#lib/load-sharp.ts'
import type { FileType } from './rules.ts'

const maxSide = 4096
/** A little more than the largest photo of a phone that fits into ten megabytes. */
const maxPixels = 64_000_000

/** Re-encodes an image: without metadata such as place and camera, rotated upright, and scaled down to the largest size needed. */
export async function cleanImage(from: string, to: string, type: FileType): Promise<{ size: number; sha256: string } | undefined> {
  return inTurn(async () => {
    const sharp = await loadSharp()
    try {
      const drawn = sharp(from, { limitInputPixels: maxPixels, failOn: 'error' })
        .autoOrient()
        .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      const { size } = await inFormat(drawn, type).toFile(to)
      return { size, sha256: await hashOf(to) }
    } catch (error) {
      if (isTrouble(error)) throw error
      return undefined
    }
  })
}

function inFormat(image: Sharp, type: FileType): Sharp {
  if (type === 'image/png') return image.png()
  if (type === 'image/webp') return image.webp({ quality: 88 })
  return image.jpeg({ quality: 88 })
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Recognises a full disk, which libvips reports only in its message: it is not the image's fault. */
function isTrouble(error: unknown): boolean {
  return (
    error instanceof Error &&
    ('syscall' in error || /no space left|quota exceeded|read-only file system|unable to open for write/i.test(error.message))
  )
}

const most = 2
let running = 0
const waiting: (() => void)[] = []

/** Two images at a time: one can take 250 MB, and each blocks a thread of the pool. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
