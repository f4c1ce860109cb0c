import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { managerRoles } from '#http/session.ts'
import { changedFields } from '#lib/changed-fields.ts'
import type { Locale } from '#i18n/locale.ts'
import type { ConsentWay, SiteAccess } from './rules.ts'
import { isPreOrderOpen, isPreOrderStarted, type PreOrderWindow } from './window-rules.ts'
import { readSiteAccess, writeSetting } from './store.ts'
import { ChangeSettingBody, SystemSettingAnswer, type CentreAnswer } from './wire.ts'

export type SettingsDeps = {
  db: Db
  siteAccess: SiteAccess
  demo: boolean
  canText: boolean
  payWays: readonly string[]
  /** Ways to log in by other issuers, which have a button. */
  loginWays(locale: Locale): SystemSettingAnswer['loginWays']
  loginBy: SystemSettingAnswer['loginBy']
  /** What every page shows, in one statement: how the site is opened, and the centre. */
  readSite(locale: Locale): Promise<{ access: SiteAccess | undefined; consent: ConsentWay; isSetUp: boolean; centre: CentreAnswer }>
  /** The window of the open round; when none is open, of the next one, or else of the last. */
  currentWindow(now: Date): Promise<PreOrderWindow | null>
}

export function settingsApi(
  api: Api,
  { db, siteAccess, demo, canText, payWays, loginWays, loginBy, readSite, currentWindow }: SettingsDeps,
): void {
  async function systemSetting(locale: Locale, now: Date): Promise<SystemSettingAnswer> {
    const [site, window] = await Promise.all([readSite(locale), currentWindow(now)])
    return {
      preOpen_ViewStart: window?.viewStart.toISOString() ?? null,
      preOpen_OrderStart: window?.orderStart.toISOString() ?? null,
      preOpen_End: window?.end.toISOString() ?? null,
      preOpen_isOpen: isPreOrderOpen(window, now),
      preOpen_isStarted: isPreOrderStarted(window, now),
      siteAccess: site.access ?? siteAccess,
      demo,
      canText,
      consent: site.consent,
      canPay: payWays.length > 0,
      payWays: [...payWays],
      loginWays: loginWays(locale),
      loginBy,
      isOpen: demo || site.isSetUp,
      centre: site.centre,
      serverTime: now.toISOString(),
    }
  }

  api.add(
    {
      method: 'get',
      path: '/api/SystemSetting',
      reads: false,
      summary: 'B48 The pre-order window of the current round, the server’s time, and the centre’s name, contact and look',
      access: 'public',
      answers: { 200: SystemSettingAnswer },
    },
    async ({ locale, now }) => reply(200, await systemSetting(locale, now)),
  )

  api.add(
    {
      method: 'put',
      path: '/api/Staff/Setting',
      summary: 'Change how the site is opened',
      access: managerRoles,
      body: ChangeSettingBody,
      answers: { 200: SystemSettingAnswer },
    },
    async ({ body, session, audit, locale, now }) => {
      await db.transaction().execute(async (trx) => {
        const before = (await readSiteAccess(trx)) ?? siteAccess
        const after = body.siteAccess ?? before
        if (body.siteAccess !== undefined) await writeSetting(trx, 'site_access', body.siteAccess, session.memberId, now)
        await audit(trx, {
          action: 'site.changed',
          subject: { kind: 'setting', id: 'site' },
          ...changedFields({ siteAccess: before }, { siteAccess: after }),
        })
      })
      return reply(200, await systemSetting(locale, now))
    },
  )
}
