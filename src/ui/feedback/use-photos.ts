import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { photosAtMost } from '#modules/feedback/rules.ts'
import { maxFileMegabytes, typeOf, whyNotAcceptable, maxFileBytes } from '#modules/files/rules.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useEffect, useRef, useState } from 'react'

/** A photo that is being uploaded, or whose upload has failed. */
export type Waiting = { key: number; file: File; share: number; problem: string | undefined }

type Photos = { uploaded: UploadedFile[]; setUploaded(next: (before: UploadedFile[]) => UploadedFile[]): void }

/** Uploads photos as soon as they are chosen; the form keeps the server's answers. */
export function usePhotos({ uploaded, setUploaded }: Photos) {
  const api = useApi()
  const [waiting, setWaiting] = useState<Waiting[]>([])
  const [previews, setPreviews] = useState<Record<string, string>>({})
  const made = useRef<string[]>([])
  const stops = useRef(new Map<number, AbortController>())
  const last = useRef(0)
  useEffect(
    () => () => {
      for (const stop of stops.current.values()) stop.abort()
      for (const url of made.current) URL.revokeObjectURL(url)
    },
    [],
  )
  const change = (key: number, patch: Partial<Waiting>) =>
    setWaiting((before) => before.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  const drop = (key: number) => {
    stops.current.get(key)?.abort()
    stops.current.delete(key)
    setWaiting((before) => before.filter((one) => one.key !== key))
  }

  async function send(key: number, chosen: File): Promise<void> {
    const stop = new AbortController()
    stops.current.set(key, stop)
    change(key, { share: 0, problem: undefined })
    try {
      const file = await toAcceptedPhoto(chosen)
      const wrong = problemWith(file)
      if (wrong) return change(key, { problem: wrong })
      const onProgress = (share: number) => change(key, { share })
      const kept = await api.upload<UploadedFile>('/api/Report/Photo', file, { field: 'upload', onProgress, signal: stop.signal })
      if (stop.signal.aborted) return
      const url = URL.createObjectURL(file)
      made.current.push(url)
      setPreviews((before) => ({ ...before, [kept.id]: url }))
      setUploaded((before) => (before.some(({ id }) => id === kept.id) ? before : [...before, kept]))
      drop(key)
    } catch (error) {
      if (!stop.signal.aborted) change(key, { problem: wordsFor(error) })
    }
  }

  return {
    waiting,
    previews,
    room: photosAtMost - uploaded.length - waiting.length,
    busy: waiting.some(({ problem }) => problem === undefined),
    add(files: File[]) {
      const fitting = files.slice(0, Math.max(0, photosAtMost - uploaded.length - waiting.length))
      const next = fitting.map((file): Waiting => ({ key: ++last.current, file, share: 0, problem: undefined }))
      setWaiting((before) => [...before, ...next])
      for (const { key, file } of next) void send(key, file)
    },
    again: ({ key, file }: Waiting) => void send(key, file),
    drop,
    remove: (id: string) => setUploaded((before) => before.filter((one) => one.id !== id)),
  }
}

function problemWith(file: File): string | undefined {
  if (typeOf(file.type)?.kind !== 'image') return m.problem_photo_type_not_allowed_detail()
  const refusal = whyNotAcceptable(file)
  if (!refusal) return undefined
  return refusal.code === 'file_too_large' ? m.problem_file_too_large_detail({ maxMegabytes: maxFileMegabytes }) : m.problem_file_empty()
}

const wordsFor = (error: unknown): string =>
  error instanceof ApiProblem && error.status > 0 ? error.detail || error.title : m.upload_no_response()

const longestSide = 2560

/** Converts a picture that the server would refuse (such as HEIC, or too large) to JPEG, where the browser can decode it. */
async function toAcceptedPhoto(file: File): Promise<File> {
  if (typeOf(file.type)?.kind === 'image' && file.size <= maxFileBytes) return file
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return file
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  return blob ? new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file
}
