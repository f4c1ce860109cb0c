import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { deskRoles } from '#http/session.ts'
import { addGuest } from './add-guest.ts'
import { GuestAnswer, GuestBody } from './wire.ts'

/** Guests: people without an account who book at the desk or by telephone. */
export function guestsApi(api: Api, { db }: { db: Db }): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Guest',
      summary: 'The guest of this name and mobile, made when there is none',
      access: deskRoles,
      body: GuestBody,
      answers: { 200: GuestAnswer },
    },
    async ({ body, locale, audit, now }) =>
      reply(200, await db.transaction().execute((trx) => addGuest(trx, { ...body, locale: body.locale ?? locale }, audit, now))),
  )
}
