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
  const { upload, isSending } = useUploads((file) => {
    if (typeOf(file.type)?.kind !== 'image') return m.staff_content_no_picture({ name: file.name })
    return whyNotAcceptable(file) && m.staff_content_picture_large({ name: file.name })
  })
  async function send(files: File[]): Promise<void> {
    const done: UploadedPicture[] = []
    await upload(files, async (uploaded, file) => void done.push({ ...uploaded, ...(await measure(file)) }))
    if (done.length > 0) onDone(done)
  }
  return { send, isSending }
}

/** Uploads files one after another. Says in a toast why one was refused, by `whyNot` or by the service. */
export function useUploads(whyNot: (file: File) => string | undefined) {
  const api = useApi()
  const [sending, setSending] = useState(0)
  async function upload(files: readonly File[], onUploaded: (uploaded: UploadedFile, file: File) => void | Promise<void>): Promise<void> {
    setSending((before) => before + files.length)
    for (const file of files) {
      try {
        const refusal = whyNot(file)
        if (refusal) toast('error', refusal)
        else await onUploaded(await api.upload<UploadedFile>('/api/Upload', file, { field: 'upload' }), file)
      } catch (error) {
        toast('error', error instanceof ApiProblem && error.status > 0 ? error.detail || error.title : m.upload_no_response())
      }
      setSending((before) => before - 1)
    }
  }
  return { upload, isSending: sending > 0 }
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
