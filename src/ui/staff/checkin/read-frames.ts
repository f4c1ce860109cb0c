import type { ReadFrame } from './decode-frame.ts'

/** https://developer.mozilla.org/docs/Web/API/BarcodeDetector: in Chromium on Android, ChromeOS and macOS. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

/** The browser's own detector where there is one, else a decoder of ours, which is loaded only then. */
export async function openReader(): Promise<ReadFrame> {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats: string[] = (await Own?.getSupportedFormats().catch(() => [])) ?? []
  if (Own && formats.includes('qr_code')) {
    const detector = new Own({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  const { decodeFrame } = await import('./decode-frame.ts')
  return decodeFrame
}
