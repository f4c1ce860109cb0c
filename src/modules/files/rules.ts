/**
 * A file is what somebody uploaded: bytes in the store and a row that says whose they are. It is loose until something
 * refers to it and then kept; a loose file is removed after a day. Only its owner
 * and staff whose work needs it (access.ts) see it, unless it is published.
 */
export const fileTypes = [
  { type: 'application/pdf', extension: 'pdf', alsoWritten: [], kind: 'pdf' },
  { type: 'image/jpeg', extension: 'jpg', alsoWritten: ['jpeg', 'jpe', 'jfif'], kind: 'image' },
  { type: 'image/png', extension: 'png', alsoWritten: [], kind: 'image' },
  { type: 'image/webp', extension: 'webp', alsoWritten: [], kind: 'image' },
  { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extension: 'docx', alsoWritten: [], kind: 'office' },
  { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx', alsoWritten: [], kind: 'office' },
] as const satisfies readonly { type: string; extension: string; alsoWritten: readonly string[]; kind: 'pdf' | 'image' | 'office' }[]

export type FileType = (typeof fileTypes)[number]['type']
/** AVIF is not accepted in uploads: the service makes it of pictures. */
export type StoredType = FileType | 'image/avif'

/** `privacy`: the signed consent, which comes before the account. `photo`: what somebody shows, with or without an account. `upload`: everything else. */
export type FilePurpose = 'privacy' | 'photo' | 'upload'

export const maxFileMegabytes = 10
export const maxFileBytes = maxFileMegabytes * 1024 * 1024

const looseMilliseconds = 24 * 60 * 60 * 1000

/** Files that have been loose since before this moment are removed. */
export function looseCutoff(now: Date): Date {
  return new Date(now.getTime() - looseMilliseconds)
}

type At = { path: string }
export type FileRefusal =
  | ({ code: 'file_empty' } & At)
  | ({ code: 'file_too_large'; maxMegabytes: number } & At)
  | ({ code: 'file_type_not_allowed' } & At)
  | ({ code: 'file_broken' } & At)
  | ({ code: 'file_active' } & At)
export type UploadRefusal =
  | FileRefusal
  | ({ code: 'upload_missing' } & At)
  | ({ code: 'upload_too_many'; max: number } & At)
  | ({ code: 'upload_incomplete' } & At)

export const tooLarge = (path: string) => ({ code: 'file_too_large', maxMegabytes: maxFileMegabytes, path }) as const

const acceptOf = (types: readonly (typeof fileTypes)[number][]): string =>
  types.flatMap(({ type, extension, alsoWritten }) => [type, ...[extension, ...alsoWritten].map((one) => `.${one}`)]).join(',')

/** For `<input accept>`. */
export const acceptedFiles = acceptOf(fileTypes)
/** For `<input accept>` where a photo or a scan is needed. */
export const acceptedPictures = acceptOf(fileTypes.filter(({ kind }) => kind !== 'office'))

/** The check before uploading, by name, type and size; the server checks the content. */
export function whyNotAcceptable(file: { size: number; name: string; type: string }, path = 'upload'): FileRefusal | undefined {
  if (!looksAllowed(file)) return { code: 'file_type_not_allowed', path }
  if (file.size === 0) return { code: 'file_empty', path }
  if (file.size > maxFileBytes) return tooLarge(path)
  return undefined
}

/** On a machine without Office, browsers give no type, or a general one: then the name's extension decides. */
function looksAllowed({ name, type }: { name: string; type: string }): boolean {
  if (type !== '' && type !== 'application/octet-stream') return typeOf(type) !== undefined
  const extension = name.toLowerCase().split('.').at(-1)
  return fileTypes.some((known) => spellings(known).includes(extension ?? ''))
}

export function typeOf(type: string): (typeof fileTypes)[number] | undefined {
  return fileTypes.find((known) => known.type === type)
}

export function spellings({ extension, alsoWritten }: (typeof fileTypes)[number]): readonly string[] {
  return [extension, ...alsoWritten]
}
