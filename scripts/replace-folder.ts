import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const unfinished = '.unfinished'

/**
 * Replaces the files of a folder while other processes read them: each file is the old or the new one, never half written
 * and never missing. Equal files stay untouched. Files that import the others are replaced after them; removed files go last.
 */
export function replaceFolder(from: string, to: string, importers: RegExp): void {
  const wanted = filesIn(from)
  const [importing, imported] = partition(wanted, (path) => importers.test(path))
  for (const path of [...imported, ...importing]) place(join(from, path), join(to, path))
  const kept = new Set(wanted)
  for (const path of filesIn(to)) if (!kept.has(path) && !path.endsWith(unfinished)) rmSync(join(to, path), { force: true })
}

/** Writes beside the target and renames, which is atomic within one file system. */
function place(from: string, to: string): void {
  const content = readFileSync(from)
  if (existsSync(to) && readFileSync(to).equals(content)) return
  mkdirSync(dirname(to), { recursive: true })
  const beside = `${to}.${process.pid}${unfinished}`
  writeFileSync(beside, content)
  renameSync(beside, to)
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

function partition<T>(all: T[], fits: (one: T) => boolean): [T[], T[]] {
  return [all.filter(fits), all.filter((one) => !fits(one))]
}
