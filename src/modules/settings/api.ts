import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { managerRoles } from '#http/session.ts'
import { changedFields } from '#lib/changed-fields.ts'
import type { Locale } from '#i18n/locale.ts'
import { isPreOrderOpen, isPreOrderStarted, type CentreContact, type PreOrderWindow, type SiteAccess } from './rules.ts'
import { readSite, writeSetting } from './store.ts'
import { ChangeSettingBody, SystemSettingAnswer, type CentreAnswer } from './wire.ts'

export type SettingsDeps = {
  db: Db
  siteAccess: SiteAccess
  demo: boolean
  /** The window of the open round; when none is open, of the next one, or else of the last. */
  currentWindow(now: Date): Promise<PreOrderWindow | null>
}

export function settingsApi(api: Api, { db, siteAccess, demo, currentWindow }: SettingsDeps): void {
  async function systemSetting(locale: Locale, now: Date): Promise<SystemSettingAnswer> {
    const [site, window] = await Promise.all([readSite(db), currentWindow(now)])
    return {
      preOpen_ViewStart: window?.viewStart.toISOString() ?? null,
      preOpen_OrderStart: window?.orderStart.toISOString() ?? null,
      preOpen_End: window?.end.toISOString() ?? null,
      preOpen_isOpen: isPreOrderOpen(window, now),
      preOpen_isStarted: isPreOrderStarted(window, now),
      siteAccess: site.access ?? siteAccess,
      demo,
      centre: site.centre ? presentCentre(site.centre, locale) : null,
      serverTime: now.toISOString(),
    }
  }

  api.add(
    {
      method: 'get',
      path: '/api/SystemSetting',
      summary: 'B48 The pre-order window of the current round, the server’s time, and where the centre is',
      access: 'public',
      answers: { 200: SystemSettingAnswer },
    },
    async ({ locale, now }) => reply(200, await systemSetting(locale, now)),
  )

  api.add(
    {
      method: 'put',
      path: '/api/Staff/Setting',
      summary: 'Change how the site is opened, or where the centre is and how it is reached',
      access: managerRoles,
      body: ChangeSettingBody,
      answers: { 200: SystemSettingAnswer },
    },
    async ({ body, session, audit, locale, now }) => {
      await db.transaction().execute(async (trx) => {
        const before = await readSite(trx)
        if (body.siteAccess !== undefined) await writeSetting(trx, 'site_access', body.siteAccess, session.memberId, now)
        if (body.centre !== undefined) await writeSetting(trx, 'centre', body.centre, session.memberId, now)
        await audit(trx, {
          action: 'site.changed',
          subject: { kind: 'setting', id: 'site' },
          ...changedFields(
            { siteAccess: before.access ?? siteAccess, ...before.centre },
            { siteAccess: body.siteAccess ?? before.access ?? siteAccess, ...(body.centre ?? before.centre) },
          ),
        })
      })
      return reply(200, await systemSetting(locale, now))
    },
  )
}

const presentCentre = ({ address, deskHours, parking, ...contact }: CentreContact, locale: Locale): CentreAnswer => ({
  ...contact,
  address: address[locale],
  deskHours: deskHours[locale],
  parking: parking[locale],
})
