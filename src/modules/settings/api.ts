import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { isPreOrderOpen, isPreOrderStarted, type SiteAccess } from './rules.ts'
import { readPublicSettings, writeSetting } from './store.ts'
import { ChangeSettingBody, SystemSettingAnswer } from './wire.ts'

export function settingsApi(api: Api, { db, siteAccess }: { db: Db; siteAccess: SiteAccess }): void {
  async function systemSetting(now: Date): Promise<SystemSettingAnswer> {
    const settings = await readPublicSettings(db)
    const window = settings.preOrderWindow
    return {
      preOpen_ViewStart: window?.viewStart.toISOString() ?? null,
      preOpen_OrderStart: window?.orderStart.toISOString() ?? null,
      preOpen_End: window?.end.toISOString() ?? null,
      preOpen_isOpen: isPreOrderOpen(window, now),
      preOpen_isStarted: isPreOrderStarted(window, now),
      siteAccess: settings.siteAccess ?? siteAccess,
      serverTime: now.toISOString(),
    }
  }

  api.add(
    {
      method: 'get',
      path: '/api/SystemSetting',
      summary: 'B48 The pre-order window of the current round, and the server’s time',
      access: 'public',
      answers: { 200: SystemSettingAnswer },
    },
    async ({ now }) => reply(200, await systemSetting(now)),
  )

  api.add(
    {
      method: 'put',
      path: '/api/Staff/Setting',
      summary: 'Change how the site is opened, or the pre-order window',
      access: ['admin', 'manager'],
      body: ChangeSettingBody,
      answers: { 200: SystemSettingAnswer },
    },
    async ({ body, session, now }) => {
      if (body.siteAccess !== undefined) await writeSetting(db, 'site_access', body.siteAccess, session.memberId, now)
      if (body.preOrderWindow !== undefined) await writeSetting(db, 'pre_order_window', body.preOrderWindow, session.memberId, now)
      return reply(200, await systemSetting(now))
    },
  )
}
