import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { StorageConfig } from '#config.ts'
import { StartError } from '#lib/start-error.ts'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { DriverContract } from 'flydrive/types'

/** Stores bytes by the id of their file. Never public: they are served through the API only. */
export type FileStore = {
  put(id: string, bytes: Readable, size: number): Promise<void>
  open(id: string): Promise<Readable>
  /** Undefined when the bytes are missing. */
  size(id: string): Promise<number | undefined>
  /** Removing missing bytes is no error. */
  remove(id: string): Promise<void>
}

export async function openFileStore(config: StorageConfig): Promise<FileStore> {
  const disk = new Disk(config.kind === 'disk' ? await folderDriver(config.dir) : await s3Driver(config))
  return {
    put: (id, bytes, size) => disk.putStream(keyOf(id), bytes, { contentLength: size, contentType: 'application/octet-stream' }),
    open: (id) => disk.getStream(keyOf(id)),
    size: async (id) => ((await disk.exists(keyOf(id))) ? (await disk.getMetaData(keyOf(id))).contentLength : undefined),
    remove: (id) => disk.delete(keyOf(id)),
  }
}

/** Spread over 256 folders: one folder with very many files is slow to list and to back up. */
function keyOf(id: string): string {
  return `${id.slice(0, 2)}/${id}`
}

async function folderDriver(dir: string): Promise<DriverContract> {
  try {
    await mkdir(dir, { recursive: true })
    await access(dir, constants.W_OK | constants.X_OK)
  } catch {
    throw new StartError(`The folder ${dir} for uploaded files cannot be written: check STORAGE_DIR.`)
  }
  return new FSDriver({ location: dir, visibility: 'private' })
}

/** Imports the S3 SDK only when it is configured, because it is slow to load. */
async function s3Driver({
  bucket,
  region,
  endpoint,
  accessKeyId,
  secretAccessKey,
}: StorageConfig & { kind: 's3' }): Promise<DriverContract> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new S3Driver({
    bucket,
    region,
    credentials: { accessKeyId, secretAccessKey },
    visibility: 'private',
    // Buckets without access lists are the default at AWS and the only kind at some other providers.
    supportsACL: false,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Providers other than AWS do not know the checksums that the SDK adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
