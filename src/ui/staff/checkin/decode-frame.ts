import { decodeQR } from 'qr/decode.js'

/** Reads the QR code in a video's present picture. */
export type ReadFrame = (video: HTMLVideoElement) => Promise<string | undefined>

/** Wide enough for a ticket held at arm's length, and small enough for an old phone. */
const width = 640
let canvas: HTMLCanvasElement | undefined

export const decodeFrame: ReadFrame = async (video) => {
  if (video.videoWidth === 0) return undefined
  canvas ??= document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.round((video.videoHeight / video.videoWidth) * width)
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return decodePicture(context.getImageData(0, 0, canvas.width, canvas.height))
}

/** Undefined when the picture holds no readable code: the decoder throws then. */
export function decodePicture(picture: { width: number; height: number; data: Uint8ClampedArray }): string | undefined {
  try {
    return decodeQR(picture)
  } catch {
    return undefined
  }
}
