import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok, refuse, type Result } from '#lib/result.ts'
import { cleanImage } from './clean-image.ts'
import { findType } from './find-type.ts'
import { readMultipart, type ReceivedFile, type UploadLimits } from './read-multipart.ts'
import { typeOf, type FileRefusal, type UploadRefusal } from './rules.ts'
import { safeFileName } from './safe-name.ts'
import { storeFile, type CheckedFile, type Keeping } from './store-file.ts'
import type { StoredFile } from './store.ts'

/** Stores the files of one form field. All of them are checked before the first is stored. */
export async function receiveUploads(
  request: Request,
  limits: UploadLimits,
  keeping: Keeping,
): Promise<Result<StoredFile[], UploadRefusal>> {
  const dir = await mkdtemp(join(tmpdir(), 'fieldhouse-upload-'))
  try {
    const received = await readMultipart(request, dir, limits)
    if (!received.ok) return received
    const checked: CheckedFile[] = []
    for (const file of received.value) {
      const result = await checkFile(file, limits)
      if (!result.ok) return result
      checked.push(result.value)
    }
    const stored: StoredFile[] = []
    for (const file of checked) stored.push(await storeFile(keeping, file))
    return ok(stored)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** As `receiveUploads`, for a field that takes one file. */
export async function receiveUpload(
  request: Request,
  field: string,
  keeping: Keeping,
  only: Pick<UploadLimits, 'only'> = {},
): Promise<Result<StoredFile, UploadRefusal>> {
  const received = await receiveUploads(request, { field, max: 1, ...only }, keeping)
  return received.ok ? ok(received.value[0]!) : received
}

async function checkFile(
  { path, sentName, size, sha256 }: ReceivedFile,
  { field, only }: UploadLimits,
): Promise<Result<CheckedFile, FileRefusal>> {
  if (size === 0) return refuse({ code: 'file_empty', path: field })
  const type = await findType(path)
  if (type === undefined || (only && typeOf(type)!.kind !== only)) return refuse({ code: 'file_type_not_allowed', path: field })
  const name = safeFileName(sentName, type)
  if (typeOf(type)!.kind !== 'image') return ok({ path, name, type, size, sha256 })
  const clean = await cleanImage(path, `${path}-clean`, type)
  return clean ? ok({ path: `${path}-clean`, name, type, ...clean }) : refuse({ code: 'file_broken', path: field })
}
