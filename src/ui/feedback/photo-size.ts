import { maxFileBytes, typeOf } from '#modules/files/rules.ts'

const longestSide = 2560

/** Converts a picture that the server would refuse (such as HEIC, or too large) to JPEG, where the browser can decode it. */
export async function toAcceptedPhoto(file: File): Promise<File> {
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
