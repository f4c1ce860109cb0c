import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import { inCharge } from '#http/session.ts'
import { isPreOrderOpen, isPreOrderStarted, type PreOrderWindow, type SiteAccess } from './rules.ts'
import { readSiteAccess, writeSetting } from './store.ts'
import { ChangeSettingBody, SystemSettingAnswer } from './wire.ts'

export type SettingsDeps = {
  db: Db
  siteAccess: SiteAccess
  demo: boolean
  /** Of the current round: what is open, else next, else last. */
  currentWindow(now: Date): Promise<PreOrderWindow | null>
}

export function settingsApi(api: Api, { db, siteAccess, demo, currentWindow }: SettingsDeps): void {
  async function systemSetting(now: Date): Promise<SystemSettingAnswer> {
    const [chosen, window] = await Promise.all([readSiteAccess(db), currentWindow(now)])
    return {
      preOpen_ViewStart: window?.viewStart.toISOString() ?? null,
      preOpen_OrderStart: window?.orderStart.toISOString() ?? null,
      preOpen_End: window?.end.toISOString() ?? null,
      preOpen_isOpen: isPreOrderOpen(window, now),
      preOpen_isStarted: isPreOrderStarted(window, now),
      siteAccess: chosen ?? siteAccess,
      demo,
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
      summary: 'Change how the site is opened',
      access: inCharge,
      body: ChangeSettingBody,
      answers: { 200: SystemSettingAnswer },
    },
    async ({ body, session, now }) => {
      if (body.siteAccess !== undefined) await writeSetting(db, 'site_access', body.siteAccess, session.memberId, now)
      return reply(200, await systemSetting(now))
    },
  )
}
