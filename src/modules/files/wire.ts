import { z } from 'zod'
import { contentDisposition } from '#http/wire-disposition.ts'
import { typeOf, type UploadRefusal } from './rules.ts'

export const FileParams = z.object({ id: z.uuid() })
/** `preview`: the token of a preview link, which also opens the files of the draft that it shows. */
export const FileQuery = z.object({ preview: z.string().max(2000).optional() })

/** For the document: the handler reads the parts as a stream. */
export const UploadForm = z.object({ upload: z.string().meta({ format: 'binary' }) })

export const UploadedFile = z.object({ id: z.uuid(), name: z.string(), size: z.int(), type: z.string() })
export type UploadedFile = z.infer<typeof UploadedFile>

/** Headers of a served file: never rendered as a page of this origin, whatever it contains. Only pictures, which we have drawn, open in place. */
export function fileHeaders(file: {
  name: string
  size: number
  type: string
  sha256: string
  published: boolean
}): Record<string, string> {
  const known = typeOf(file.type)
  return {
    'content-type': known?.type ?? 'application/octet-stream',
    'content-length': String(file.size),
    'content-disposition': contentDisposition(known?.kind === 'image' ? 'inline' : 'attachment', file.name),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...cacheHeaders(file),
  }
}

/** Private files are revalidated each time, so that they are gone after logging out; an unchanged file is answered with 304. */
export function cacheHeaders(file: { sha256: string; published: boolean }): Record<string, string> {
  return { etag: `"${file.sha256}"`, 'cache-control': file.published ? 'private, max-age=300' : 'private, max-age=0, must-revalidate' }
}

export function isUnchanged(ifNoneMatch: string | null, sha256: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${sha256}"`)
}

/** For every call that receives files and may be made so many times an hour. */
export type UploadCallRefusal = UploadRefusal | { code: 'upload_too_often'; retryAfterSeconds: number }
export const uploadStatus = {
  upload_missing: 422,
  upload_too_many: 422,
  upload_incomplete: 422,
  file_empty: 422,
  file_too_large: 413,
  file_type_not_allowed: 415,
  file_broken: 415,
  file_active: 415,
  upload_too_often: 429,
} as const satisfies Record<UploadCallRefusal['code'], number>
