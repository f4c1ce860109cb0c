import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { refuse } from '#lib/result.ts'
import { openVariants, variantHeaders } from '#modules/files/make-variant.ts'
import type { FileStore } from '#modules/files/storage.ts'
import { facilityPictures, findFacilityPicture } from './picture-store.ts'
import { FacilityPictureParams } from './wire.ts'

export function facilityPicturesApi(api: Api, { db, files }: { db: Db; files: FileStore }): void {
  const open = openVariants({ db, files }, facilityPictures)
  api.add(
    {
      method: 'get',
      path: '/api/Venues/Picture/{id}/{size}',
      summary: 'A picture of a facility in one of its sizes: 800.webp',
      access: 'public',
      params: FacilityPictureParams,
      answers: { 200: 'bytes' },
      refusals: { not_found: 404 },
    },
    async ({ params: { id, size }, now }) => {
      const picture = await findFacilityPicture(db, id)
      const opened = picture && (await open(picture, size, now))
      return opened ? reply(200, new Uint8Array(opened.bytes), variantHeaders(opened)) : refuse({ code: 'not_found' })
    },
  )
}
