import { reply, type Api } from '#http/call.ts'
import { refuse } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { drawSharePicture, type Lines, type Shown } from './share-picture.ts'
import { SharePictureParams } from './wire.ts'

const centre = { drawing: 'badminton', colour: '#5b862b' }

/** `lines`: the court drawings, passed in because they belong to the UI. */
export function shareApi(api: Api, { catalogues, lines }: { catalogues: Catalogues; lines(drawing: string): Lines }): void {
  const drawn = new Map<string, Promise<Buffer>>()
  const draw = (shown: Shown, key: string) => {
    const known = drawn.get(key)
    if (known) return known
    const drawing = drawSharePicture(shown)
    drawn.set(key, drawing)
    drawing.catch(() => drawn.delete(key))
    return drawing
  }

  api.add(
    {
      method: 'get',
      path: '/api/Share/Picture/{id}',
      summary: 'The picture that goes with a shared link: the court of a facility, or `default`',
      access: 'public',
      params: SharePictureParams,
      answers: { 200: 'bytes' },
      refusals: { not_found: 404 },
    },
    async ({ params: { id } }) => {
      const facility = id === 'default' ? centre : (await catalogues.current()).facilityOf.get(Number(id))
      if (!facility) return refuse({ code: 'not_found' })
      const { drawing, colour } = facility
      const png = await draw({ colour, court: lines(drawing) }, `${drawing} ${colour}`)
      return reply(200, new Uint8Array(png), {
        'content-type': 'image/png',
        'content-length': String(png.length),
        'cache-control': 'public, max-age=86400',
        'x-content-type-options': 'nosniff',
      })
    },
  )
}
