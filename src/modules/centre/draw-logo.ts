import { loadSharp } from '#lib/load-sharp.ts'
import { ok, refuse, type Result } from '#lib/result.ts'

/** Sizes in which the logo is served: `mark` for pages and mails keeps its shape, icons are squares. */
export const logoSizes = ['mark', 'icon-32', 'icon-180', 'icon-192', 'icon-512'] as const
export type LogoSize = (typeof logoSizes)[number]

/** The mark is shown 34 pixels high, on fine screens with twice as many. */
const mark = { width: 320, height: 72 }
/** Icons of home screens stand on white and leave a margin, because systems cut their corners off. */
const margin = { 'icon-180': 0.1, 'icon-512': 0.1 } as const satisfies Partial<Record<LogoSize, number>>

const leastPixels = 48
const formats: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp'])

export type LogoRefusal = { code: 'logo_too_small'; least: number; path: string } | { code: 'not_a_logo'; path: string }

/** The size of a picture that can be a logo. SVG is refused: it can hold scripts and reach for other files. */
export async function measureLogo(bytes: Buffer): Promise<Result<{ width: number; height: number }, LogoRefusal>> {
  const sharp = await loadSharp()
  const found = await sharp(bytes)
    .metadata()
    .catch(() => undefined)
  if (!found || !formats.has(found.format)) return refuse({ code: 'not_a_logo', path: 'logoFileId' })
  const { width, height } = found
  if (Math.min(width, height) < leastPixels) return refuse({ code: 'logo_too_small', least: leastPixels, path: 'logoFileId' })
  return ok({ width, height })
}

export function markSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(mark.width / width, mark.height / height, 1)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export async function drawLogo(bytes: Buffer, size: LogoSize): Promise<Buffer> {
  const sharp = await loadSharp()
  if (size === 'mark')
    return sharp(bytes)
      .resize({ ...mark, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  const pixels = Number(size.slice('icon-'.length))
  const edge = Math.round(pixels * (size in margin ? margin[size as keyof typeof margin] : 0))
  const background = size in margin ? '#ffffff' : { r: 255, g: 255, b: 255, alpha: 0 }
  return sharp(bytes)
    .resize({ width: pixels - 2 * edge, height: pixels - 2 * edge, fit: 'contain', background })
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background })
    .flatten(size in margin ? { background: '#ffffff' } : false)
    .png()
    .toBuffer()
}
