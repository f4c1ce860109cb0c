import { z } from 'zod'
import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { moment } from '#http/wire.ts'
import { say } from '#i18n/words.ts'
import { refuse } from '#lib/result.ts'
import { exportPart } from '../member-data.ts'
import type { Catalogues } from './catalogue.ts'
import { markFavourite, readFavourites } from './favourites-store.ts'
import { findOfferedFacility } from './rules.ts'
import { FavouriteBody, FavouritesAnswer } from './wire.ts'

export function favouritesApi(api: Api, { db, catalogues }: { db: Db; catalogues: Catalogues }): void {
  api.add(
    {
      method: 'get',
      path: '/api/Venues/Favourite',
      summary: 'The facilities that the member has marked',
      access: 'member',
      answers: { 200: FavouritesAnswer },
    },
    async ({ session }) => {
      const favourites = await readFavourites(db, session.memberId)
      return reply(200, { items: favourites.map(({ facilityId }) => facilityId) })
    },
  )
  api.add(
    {
      method: 'put',
      path: '/api/Venues/Favourite',
      summary: 'Mark a facility as a favourite, or no longer',
      access: 'member',
      body: FavouriteBody,
      answers: { 204: null },
      refusals: { not_found: 404 },
    },
    async ({ body: { venue1stId, marked }, session, now }) => {
      if (!findOfferedFacility(await catalogues.current(), venue1stId)) return refuse({ code: 'not_found' as const })
      await markFavourite(db, { memberId: session.memberId, facilityId: venue1stId, marked }, now)
      return reply(204)
    },
  )
}

/** Favourites in a member's data export. */
export const exportedFavourites = exportPart(
  z.array(z.object({ facility: z.string(), markedAt: moment })),
  async ({ db, catalogues }, { memberId, locale }) => {
    const { facilityOf } = await catalogues.current()
    return (await readFavourites(db, memberId)).map(({ facilityId, markedAt }) => ({
      facility: say(facilityOf.get(facilityId)?.name, locale) ?? String(facilityId),
      markedAt: markedAt.toISOString(),
    }))
  },
)
