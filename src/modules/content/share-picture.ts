import { loadSharp } from '#lib/load-sharp.ts'
import { cutAround, type FacilityPicture } from '#modules/venues/picture-rules.ts'

export type Lines = { length: number; width: number; lines: string; net?: string; fill?: string }
export type Shown = { colour: string; court: Lines; /** Bytes of the centre's logo. */ logo: Buffer | undefined }
type Photographed = Shown & { picture: Pick<FacilityPicture, 'width' | 'height' | 'focus'>; bytes: Buffer }

/** The size that most sites use for link previews. */
const size = { width: 1200, height: 630 }

/** Link preview picture: a court from above on the facility's colour, and the centre's logo. Without text, since servers may lack the fonts. */
export async function drawSharePicture({ colour, court, logo }: Shown): Promise<Buffer> {
  const scale = Math.min(940 / court.length, 430 / court.width)
  const [x, y] = [(size.width - court.length * scale) / 2, (size.height - court.width * scale) / 2]
  const line = (width: number) => `fill="none" stroke="#fff" stroke-linejoin="round" stroke-width="${width / scale}"`
  const sharp = await loadSharp()
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
      <defs>
        <linearGradient id="light" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stop-color="#fff" stop-opacity=".22"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/>
          <stop offset="1" stop-color="#000" stop-opacity=".3"/>
        </linearGradient>
      </defs>
      <rect width="100%" height="100%" fill="${colour}"/>
      <rect width="100%" height="100%" fill="#000" opacity=".14"/>
      <g transform="translate(${x} ${y}) scale(${scale})">
        <rect x="${-34 / scale}" y="${-34 / scale}" width="${court.length + 68 / scale}" height="${court.width + 68 / scale}" rx="${14 / scale}" fill="${colour}"/>
        ${court.fill ? `<path d="${court.fill}" ${line(2.5)} opacity=".5"/>` : ''}
        <path d="${court.lines}" ${line(5)}/>
        ${court.net ? `<path d="${court.net}" ${line(5)} stroke-dasharray="${8 / scale} ${8 / scale}"/>` : ''}
      </g>
      <rect width="100%" height="100%" fill="url(#light)"/>
    </svg>`),
  )
    .composite(logo ? [{ input: await logoTile(logo), left: 48, top: 48 }] : [])
    .png({ palette: true, quality: 90 })
    .toBuffer()
}

/** The same with a picture of the facility: cut around its focal point, with its court as a small sign. */
export async function cutSharePicture({ picture, bytes, colour, court, logo }: Photographed): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(bytes)
    .extract(cutAround(picture, size.width / size.height))
    .resize(size)
    .composite([
      { input: signTile(colour, court), left: 48, top: size.height - sign.height - 48 },
      ...(logo ? [{ input: await logoTile(logo), left: 48, top: 48 }] : []),
    ])
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}

const sign = { width: 216, height: 144 }

function signTile(colour: string, court: Lines): Buffer {
  const scale = Math.min((sign.width - 48) / court.length, (sign.height - 40) / court.width)
  const [x, y] = [(sign.width - court.length * scale) / 2, (sign.height - court.width * scale) / 2]
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${sign.width}" height="${sign.height}">
    <rect width="100%" height="100%" rx="24" fill="${colour}"/>
    <g transform="translate(${x} ${y}) scale(${scale})">
      <path d="${court.lines}" fill="none" stroke="#fff" stroke-linejoin="round" stroke-width="${4 / scale}"/>
    </g>
  </svg>`)
}

/** The logo on white, because it may be of any colour. */
async function logoTile(logo: Buffer): Promise<Buffer> {
  const edge = { top: 20, bottom: 20, left: 28, right: 28 }
  const sharp = await loadSharp()
  const fitted = await sharp(logo).resize({ width: 360, height: 96, fit: 'inside' }).png().toBuffer()
  return sharp(fitted)
    .extend({ ...edge, background: { r: 255, g: 255, b: 255, alpha: 1 } })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
}
