import { constants, copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

export type Copied = { count: number; bytes: number }

/** Copies the files that are not there yet; one that is deleted meanwhile is left out. Stored files never change, so the first copy is good. */
export async function copyFiles(from: string, to: string): Promise<void> {
  for await (const path of filesUnder(from)) {
    const target = join(to, relative(from, path))
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await copyFile(path, target, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error
    })
  }
}

export async function countFiles(folder: string): Promise<Copied> {
  const copied = { count: 0, bytes: 0 }
  for await (const path of filesUnder(folder)) {
    copied.count++
    copied.bytes += (await stat(path)).size
  }
  return copied
}

async function* filesUnder(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path)
    else if (entry.isFile()) yield path
  }
}
