import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { acceptedFiles, acceptedPictures, maxFileMegabytes, typeOf, whyNotAcceptable, type FileRefusal } from '#modules/files/rules.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { UploadField, type Uploading } from '#ui/kit/upload-field.tsx'
import { useApi } from '#ui/session/use-api.ts'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<typeof UploadField<UploadedFile>>, 'accept' | 'allowed' | 'uploading'> & {
  /** Path of the upload call: `/api/File` without an account, `/api/Upload` for members; a pre-order's documents have their own. */
  to: '/api/File' | '/api/Upload' | '/api/PreOrder/CommunityAndUser/Docs'
  /** Accepts photos and scans only. */
  pictures?: boolean
}

const refusals: Record<FileRefusal['code'], () => string> = {
  file_empty: m.problem_file_empty,
  file_too_large: () => m.problem_file_too_large_detail({ maxMegabytes: maxFileMegabytes }),
  file_type_not_allowed: m.problem_file_type_not_allowed_detail,
  file_broken: m.problem_file_broken_detail,
  file_active: m.problem_file_active_detail,
}

/** Upload field for files that our API stores. */
export function FileField({ to, pictures = false, ...field }: Props) {
  const api = useApi()
  const uploading: Uploading<UploadedFile> = {
    check: (file) => {
      if (pictures && typeOf(file.type)?.kind === 'office') return m.upload_only_pictures()
      const refusal = whyNotAcceptable(file)
      return refusal && refusals[refusal.code]()
    },
    send: async (file, { onProgress, signal }) => {
      if (to !== '/api/PreOrder/CommunityAndUser/Docs') return api.upload<UploadedFile>(to, file, { field: 'upload', onProgress, signal })
      const [uploaded] = await api.upload<UploadedFile[]>(to, file, { field: 'uploads', onProgress, signal })
      return uploaded!
    },
    explain: (error) => (error instanceof ApiProblem && error.status > 0 ? error.detail || error.title : m.upload_no_response()),
  }
  const allowed = (pictures ? m.upload_allowed_pictures : m.upload_allowed)({ megabytes: maxFileMegabytes })
  return <UploadField {...field} accept={pictures ? acceptedPictures : acceptedFiles} allowed={allowed} uploading={uploading} />
}
