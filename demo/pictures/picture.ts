import { loadSharp } from '#lib/load-sharp.ts'

type Frame = { width: number; height: number; body: string; defs?: string; warm?: number; dark?: number }

const blurs = [2, 3, 6, 12, 24, 60]
/** What is blurred beside the picture must not end at its edge. */
const bleed = 70
let dust: Promise<Buffer> | undefined

/** Puts a frame of light around what was drawn: warm from above left, darker towards the corners, a little grain. */
export async function rasterise({ width, height, body, defs = '', warm = 0.3, dark = 0.5 }: Frame): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 2 * bleed}" height="${height + 2 * bleed}" viewBox="${-bleed} ${-bleed} ${width + 2 * bleed} ${height + 2 * bleed}">
    <defs>
      ${blurs.map((n) => `<filter id="blur${n}" x="-20%" y="-20%" width="140%" height="140%" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${n}"/></filter>`).join('')}
      <radialGradient id="round" cx=".34" cy=".28" r=".95">
        <stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset=".28" stop-color="#fff" stop-opacity=".12"/>
        <stop offset=".62" stop-color="#000" stop-opacity=".12"/><stop offset="1" stop-color="#000" stop-opacity=".62"/>
      </radialGradient>
      <radialGradient id="warm" cx=".18" cy=".02" r="1.05">
        <stop offset="0" stop-color="#ffd591" stop-opacity="${warm}"/><stop offset=".5" stop-color="#ffbf73" stop-opacity="${warm * 0.3}"/>
        <stop offset="1" stop-color="#ffbf73" stop-opacity="0"/>
      </radialGradient>
      <radialGradient id="dark" cx=".45" cy=".42" r=".85">
        <stop offset=".45" stop-color="#0b0e12" stop-opacity="0"/><stop offset="1" stop-color="#0b0e12" stop-opacity="${dark}"/>
      </radialGradient>
      ${defs}
    </defs>
    ${body}
    <rect width="${width}" height="${height}" fill="url(#warm)"/>
    <rect width="${width}" height="${height}" fill="url(#dark)"/>
  </svg>`
  const sharp = await loadSharp()
  dust ??= sharp({
    create: { width: 400, height: 400, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 5 } },
  })
    .greyscale()
    .png({ compressionLevel: 1 })
    .toBuffer()
  const drawn = await sharp(Buffer.from(svg)).extract({ left: bleed, top: bleed, width, height }).removeAlpha().raw().toBuffer()
  return sharp(drawn, { raw: { width, height, channels: 3 } })
    .composite([{ input: await dust, tile: true, blend: 'soft-light' }])
    .removeAlpha()
    .jpeg({ quality: 90 })
    .toBuffer()
}
