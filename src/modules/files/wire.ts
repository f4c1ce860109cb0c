import { z } from 'zod'
import { typeOf } from './rules.ts'

export const FileParams = z.object({ id: z.uuid() })
/** A preview link opens the files of what it shows. */
export const FileQuery = z.object({ preview: z.string().max(2000).optional() })

/** For the document: the handler reads the parts as a stream. */
export const UploadForm = z.object({ upload: z.string().meta({ format: 'binary' }) })

export const UploadedFile = z.object({ id: z.uuid(), name: z.string(), size: z.int(), type: z.string() })
export type UploadedFile = z.infer<typeof UploadedFile>

/** How a file goes out: never as a page of ours, whatever is in it. */
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
    'content-disposition': disposition(known === undefined || known.kind === 'office' ? 'attachment' : 'inline', file.name),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...cacheHeaders(file),
  }
}

/** A private file is asked for again each time, so that logging out closes it; unchanged, it costs no bytes. */
export function cacheHeaders(file: { sha256: string; published: boolean }): Record<string, string> {
  return { etag: `"${file.sha256}"`, 'cache-control': file.published ? 'private, max-age=300' : 'private, max-age=0, must-revalidate' }
}

export function isUnchanged(ifNoneMatch: string | null, sha256: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${sha256}"`)
}

/** RFC 6266: a plain name for the oldest readers, the real one (RFC 8187) for all others. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["%\\]/g, '_')
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}
