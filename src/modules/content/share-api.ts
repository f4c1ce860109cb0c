import { reply, type Api } from '#http/call.ts'
import type { Db } from '#db/connect.ts'
import { refuse } from '#lib/result.ts'
import { readFace } from '#modules/centre/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { FacilityPicture } from '#modules/venues/picture-rules.ts'
import { cutSharePicture, drawSharePicture, type Lines, type Shown } from './share-picture.ts'
import { SharePictureParams } from './wire.ts'

const centre = { drawing: 'badminton', colour: '#5b862b' }
/** Pictures that are kept in memory: those of every facility, and some of before the last change. */
const drawnAtMost = 60

type ShareDeps = {
  db: Db
  catalogues: Catalogues
  /** The court drawings, passed in because they belong to the UI. */
  lines(drawing: string): Lines
  readFile(fileId: string): Promise<Buffer>
}

export function shareApi(api: Api, { db, catalogues, lines, readFile }: ShareDeps): void {
  const drawn = new Map<string, Promise<Buffer>>()
  const draw = (shown: Omit<Shown, 'logo'>, files: { logo: string | undefined; picture: FacilityPicture | undefined }, key: string) => {
    const known = drawn.get(key)
    if (known) return known
    const drawing = (async () => {
      const whole = { ...shown, logo: files.logo === undefined ? undefined : await readFile(files.logo) }
      return files.picture
        ? cutSharePicture({ ...whole, picture: files.picture, bytes: await readFile(files.picture.fileId) })
        : drawSharePicture(whole)
    })()
    if (drawn.size >= drawnAtMost) drawn.delete(drawn.keys().next().value!)
    drawn.set(key, drawing)
    drawing.catch(() => drawn.delete(key))
    return drawing
  }

  api.add(
    {
      method: 'get',
      path: '/api/Share/Picture/{id}',
      summary: 'The picture that goes with a shared link: of a facility its first picture, else its court; or `default`',
      access: 'public',
      params: SharePictureParams,
      answers: { 200: 'bytes' },
      refusals: { not_found: 404 },
    },
    async ({ params: { id } }) => {
      const face = await readFace(db)
      const own = { ...centre, colour: face.colour ?? centre.colour, pictures: [] }
      const facility = id === 'default' ? own : (await catalogues.current()).facilityOf.get(Number(id))
      if (!facility) return refuse({ code: 'not_found' })
      const { drawing, colour } = facility
      const picture = facility.pictures[0]
      const logo = face.logo?.fileId
      const key = [drawing, colour, logo, picture?.id, picture?.focus.x, picture?.focus.y].join(' ')
      const bytes = await draw({ colour, court: lines(drawing) }, { logo, picture }, key)
      return reply(200, new Uint8Array(bytes), {
        'content-type': picture ? 'image/jpeg' : 'image/png',
        'content-length': String(bytes.length),
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
      })
    },
  )
}
