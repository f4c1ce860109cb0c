import { z } from 'zod'

const moment = z.iso.datetime({ offset: true })

export const SystemSettingAnswer = z.object({
  preOpen_ViewStart: moment.nullable(),
  preOpen_OrderStart: moment.nullable(),
  preOpen_End: moment.nullable(),
  preOpen_isOpen: z.boolean(),
  preOpen_isStarted: z.boolean(),
  siteAccess: z.enum(['wired', 'open']),
  /** A demo centre: its accounts are open to everybody. */
  demo: z.boolean(),
  serverTime: moment,
})
export type SystemSettingAnswer = z.infer<typeof SystemSettingAnswer>

export const ChangeSettingBody = z.object({ siteAccess: z.enum(['wired', 'open']) }).partial()
