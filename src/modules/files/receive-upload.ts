import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok, refuse, type Result } from '#lib/result.ts'
import { cleanImage } from './clean-image.ts'
import { isActivePdf } from './find-active.ts'
import { findType } from './find-type.ts'
import { readMultipart, type ReceivedFile, type UploadLimits } from './read-multipart.ts'
import { fileTypes, spellings, typeOf, type FileRefusal, type FileType, type UploadRefusal } from './rules.ts'
import { storeFile, type CheckedFile, type Keeping } from './keep-files.ts'
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
  if (typeOf(type)!.kind === 'pdf' && (await isActivePdf(path))) return refuse({ code: 'file_active', path: field })
  if (typeOf(type)!.kind !== 'image') return ok({ path, name, type, size, sha256 })
  const clean = await cleanImage(path, `${path}-clean`, type)
  return clean ? ok({ path: `${path}-clean`, name, type, ...clean }) : refuse({ code: 'file_broken', path: field })
}

const maxNameCharacters = 100
// File systems take 255 bytes; browsers add " (1)" to a name that they already have.
const maxNameBytes = 240
const utf8 = new TextEncoder()
const characters = new Intl.Segmenter('zh-Hant', { granularity: 'grapheme' })
const knownEnding = new RegExp(`\\.(?:${fileTypes.flatMap(spellings).join('|')})$`, 'i')
// Invisible characters can turn the reading direction round, so that "cod.exe" is read "exe.doc". Emoji need the joiner.
const invisible = /(?!\u{200d})[\p{Cc}\p{Cf}]/gu
const windowsDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** A name that is safe to show, to send in a header and to save anywhere, with the ending of the type that was found. */
export function safeFileName(name: string, type: FileType): string {
  const ending = `.${typeOf(type)!.extension}`
  const base = name.toWellFormed().split(/[/\\]/).at(-1)!.slice(0, 1000)
  const visible = base
    .replaceAll(invisible, '')
    .replaceAll(/\s+/g, ' ')
    .normalize('NFC')
    .replaceAll(/[<>:"|?*]/g, '_')
  const stem = withoutKnownEnding(visible.replace(/^[. ]+/, '').replace(/\.[a-z][a-z0-9]{0,4}$/i, ''))
  const short = withoutKnownEnding(cut(stem, maxNameCharacters - ending.length, maxNameBytes - ending.length))
  return `${windowsDevice.test(short) ? '_' : ''}${short === '' ? 'file' : short}${ending}`
}

function withoutKnownEnding(name: string): string {
  const trimmed = name.replace(/[. ]+$/, '')
  return knownEnding.test(trimmed) ? withoutKnownEnding(trimmed.replace(knownEnding, '')) : trimmed
}

function cut(text: string, maxCharacters: number, maxBytes: number): string {
  let end = 0
  let bytes = 0
  let count = 0
  for (const { segment, index } of characters.segment(text)) {
    bytes += utf8.encode(segment).length
    count += 1
    if (bytes > maxBytes || count > maxCharacters) break
    end = index + segment.length
  }
  return text.slice(0, end)
}
