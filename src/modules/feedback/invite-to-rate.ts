import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import * as m from '#i18n/generated/messages.js'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { visitLink } from './links.ts'
import { takeUninvited } from './rating-store.ts'
import { invitedWithinDays } from './rules.ts'

export type Inviting = { db: Db; jobs: Jobs; catalogues: Catalogues; tokens: Tokens; publicUrl: string }

const atOnce = 50

/** Runs daily: invites members whose visit ended to rate it, once. */
export async function inviteToRate(inviting: Inviting, now: Date): Promise<number> {
  const { db, jobs, catalogues } = inviting
  const today = dayOf(now)
  const ended = { from: momentAt(addDays(today, -invitedWithinDays), 0), before: momentAt(today, 0) }
  const catalogue = await catalogues.current()
  let asked = 0
  for (;;) {
    const count = await db.transaction().execute(async (trx) => {
      const invited = await takeUninvited(trx, ended, atOnce, now)
      for (const { orderNo, facilityId, name, email, locale } of invited.filter(({ reachable }) => reachable)) {
        const said = {
          name,
          orderNo,
          facility: catalogue.facilityOf.get(facilityId)?.name[locale] ?? '',
          link: visitLink(inviting, orderNo),
        }
        const letter = { subject: m.star_mail_subject(said, { locale }), body: m.star_mail_body(said, { locale }) }
        await queueMessage(trx, jobs, { cause: `star-invitation:${orderNo}`, channel: 'mail', recipient: email, locale, ...letter }, now)
      }
      return invited.length
    })
    asked += count
    if (count === 0) return asked
  }
}
