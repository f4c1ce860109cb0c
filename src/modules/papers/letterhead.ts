import type { Db } from '#db/connect.ts'
import * as m from '#i18n/generated/messages.js'
import { say } from '#i18n/words.ts'
import { loadSharp } from '#lib/load-sharp.ts'
import type { Letterhead } from '#lib/pdf/paper.ts'
import { nameOf } from '#modules/centre/rules.ts'
import { readFace } from '#modules/centre/store.ts'
import { alike, type Speak } from './language-rules.ts'

export type LetterheadDeps = {
  db: Db
  /** The bytes of an uploaded file. */
  readFile(fileId: string): Promise<Buffer>
  /** The logo cannot be read or drawn: papers are printed without it. */
  onNoLogo(error: unknown): void
}

/** Opens a reader of the centre's letterhead, which keeps the last logo that it drew. */
export function openLetterheads({ db, readFile, onNoLogo }: LetterheadDeps) {
  let drawn: { fileId: string; png: Promise<Buffer> } | undefined

  function drawOnce(fileId: string): Promise<Buffer> {
    if (drawn?.fileId !== fileId) {
      const png = readFile(fileId).then(drawForPrint)
      drawn = { fileId, png }
      png.catch(() => (drawn = undefined))
    }
    return drawn.png
  }

  return async (speak: Speak): Promise<Letterhead> => {
    const face = await readFace(db)
    const { taxId, phone, address, logo } = face
    return {
      name: speak((locale) => nameOf(face, locale)),
      lines: [
        taxId === '' ? [] : speak((locale) => m.paper_tax_id({ taxId }, { locale })),
        speak((locale) => say(address, locale)),
        alike(phone),
      ].filter((line) => line.some((text) => text !== '')),
      logo: logo ? await drawOnce(logo.fileId).catch((error: unknown) => void onNoLogo(error)) : undefined,
    }
  }
}
export type ReadLetterhead = ReturnType<typeof openLetterheads>

/** A few kilobytes: on white, and with no more colours than a logo has. */
async function drawForPrint(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(bytes)
    .resize({ width: 450, height: 102, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png({ palette: true, colours: 128 })
    .toBuffer()
}
