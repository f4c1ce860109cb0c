import { m } from '#i18n/generated/messages.js'
import { ApiProblem } from '#client/api-problem.ts'
import { typeOf, whyNotAcceptable } from '#modules/files/rules.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { toast } from '#ui/kit/toast.tsx'
import { useState } from 'react'

export type UploadedPicture = UploadedFile & { width: number; height: number }

/** Uploads pictures one after another and measures them. What is no picture, or too large, is said. */
export function usePictureUpload(onDone: (pictures: UploadedPicture[]) => void) {
  const api = useApi()
  const [sending, setSending] = useState(0)
  async function send(files: File[]): Promise<void> {
    const done: UploadedPicture[] = []
    setSending((before) => before + files.length)
    for (const file of files) {
      try {
        if (typeOf(file.type)?.kind !== 'image') toast('error', m.staff_content_no_picture({ name: file.name }))
        else if (whyNotAcceptable(file)) toast('error', m.staff_content_picture_large({ name: file.name }))
        else {
          const uploaded = await api.upload<UploadedFile>('/api/Upload', file, { field: 'upload' })
          done.push({ ...uploaded, ...(await measure(file)) })
        }
      } catch (error) {
        toast('error', error instanceof ApiProblem && error.status > 0 ? error.detail || error.title : m.upload_no_response())
      }
      setSending((before) => before - 1)
    }
    if (done.length > 0) onDone(done)
  }
  return { send, isSending: sending > 0 }
}

/** Width and height in pixels, turned as the camera says; zeros when the browser does not know the format. */
async function measure(file: File): Promise<{ width: number; height: number }> {
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    return { width: 0, height: 0 }
  }
}
