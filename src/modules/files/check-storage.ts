import { randomBytes, randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { StorageConfig } from '#config.ts'
import { found, foundStatus, type Finding } from '#http/findings.ts'
import { networkFaultOf } from '#lib/network-fault.ts'
import { openFileStore, type FileStore } from './storage.ts'

/** Writes, reads and deletes a small object. A folder that the first start will create is only looked at. */
export async function checkStorage(config: StorageConfig): Promise<Finding[]> {
  const place = placeOf(config)
  try {
    if (config.kind === 'disk') {
      const parent = nearestFolder(config.dir)
      await access(parent, constants.W_OK | constants.X_OK)
      if (parent !== config.dir) return [found('storage', 'storage_to_be_made', { place })]
    }
    return [await probe(await openFileStore(config), place)]
  } catch (error) {
    return [faultOf(error, config)]
  }
}

export function placeOf(config: StorageConfig): string {
  return config.kind === 'disk' ? config.dir : `${config.endpoint ?? `s3.${config.region}.amazonaws.com`}/${config.bucket}`
}

function nearestFolder(dir: string): string {
  return existsSync(dir) || dirname(dir) === dir ? dir : nearestFolder(dirname(dir))
}

async function probe(store: FileStore, place: string): Promise<Finding> {
  const id = randomUUID()
  const bytes = randomBytes(64)
  try {
    await store.put(id, Readable.from([bytes]), bytes.length)
    const kept = await buffer(await store.open(id))
    return found('storage', kept.equals(bytes) ? 'storage_works' : 'storage_lost', { place })
  } finally {
    await store.remove(id)
  }
}

type StorageError = Error & { code?: string; Code?: string; cause?: StorageError; $metadata?: { httpStatusCode?: number } }

/** flydrive wraps the error of the file system or of the S3 client as its cause. */
function faultOf(error: unknown, config: StorageConfig): Finding {
  const inner = innermost(error as StorageError)
  const [place, reason] = [placeOf(config), inner.code ?? inner.Code ?? inner.name]
  if (config.kind === 'disk') return found('storage', 'storage_not_writable', { place, reason })
  if (inner.name === 'NoSuchBucket') return found('storage', 'storage_no_bucket', { place })
  const { httpStatusCode: status } = inner.$metadata ?? {}
  if (status === 401 || status === 403)
    return found('storage', 'keys_refused', { host: place, setting: 'STORAGE_ACCESS_KEY_ID, STORAGE_SECRET_ACCESS_KEY' })
  if (status !== undefined) return foundStatus('storage', status, { host: place, setting: 'STORAGE_ENDPOINT' })
  return found('storage', networkFaultOf(reason), { host: place, setting: 'STORAGE_ENDPOINT', reason })
}

function innermost(error: StorageError): StorageError {
  return error.cause instanceof Error ? innermost(error.cause) : error
}
