import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { StartError } from '#lib/start-error.ts'

export const aboutFile = 'about.json'
export const filesFolder = 'files'
/** Of the embedded server: its password, which is inside the cluster and must go with it. */
export const passwordFile = 'postgres-password'

/** What a backup says of itself. `cluster`: the embedded server's data folder. `dump`: what pg_dump wrote of a server elsewhere. */
export const About = z.object({
  format: z.literal('fieldhouse-backup'),
  version: z.literal(1),
  at: z.iso.datetime(),
  database: z.object({ kind: z.enum(['cluster', 'dump']), name: z.enum(['database.tar.gz', 'database.dump']), sha256: z.string() }),
  /** Null: files are in an object storage, which has copies of its own. */
  files: z.object({ count: z.int(), bytes: z.int() }).nullable(),
})
export type About = z.infer<typeof About>

/** Reads what a backup says of itself, and checks that its database is as it was written. */
export async function readAbout(folder: string): Promise<About> {
  const text = await readFile(join(folder, aboutFile), 'utf8').catch(() => {
    throw new StartError(`There is no backup in ${folder}: it has no ${aboutFile}.`)
  })
  const about = About.safeParse(parseJson(text))
  if (!about.success)
    throw new StartError(`The backup in ${folder} was made by another version, or is damaged: its ${aboutFile} cannot be read.`)
  const { name, sha256 } = about.data.database
  if ((await hashOf(join(folder, name))) !== sha256)
    throw new StartError(`The backup in ${folder} is damaged: ${name} is not as it was written.`)
  return about.data
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash).catch(() => {})
  return hash.digest('hex')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
