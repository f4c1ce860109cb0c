import { z } from 'zod'
import { someLine } from '#http/wire-text.ts'
import { moment } from '#http/wire.ts'

/** Of the centre: where it is and how it is reached. Texts in both languages. */
const words = z.object({ tw: someLine(300), en: someLine(300) })
const place = { latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }
export const CentreBody = z.object({
  phone: z.string().regex(/^[0-9+()# -]{6,30}$/),
  email: z.email().max(254),
  address: words,
  deskHours: words,
  parking: words,
  ...place,
})

export const CentreAnswer = z.object({
  phone: z.string(),
  email: z.string(),
  address: z.string(),
  deskHours: z.string(),
  parking: z.string(),
  ...place,
})
export type CentreAnswer = z.infer<typeof CentreAnswer>

export const SystemSettingAnswer = z.object({
  preOpen_ViewStart: moment.nullable(),
  preOpen_OrderStart: moment.nullable(),
  preOpen_End: moment.nullable(),
  preOpen_isOpen: z.boolean(),
  preOpen_isStarted: z.boolean(),
  siteAccess: z.enum(['wired', 'open']),
  /** A demo centre: its accounts are open to everybody. */
  demo: z.boolean(),
  /** In the caller's language; null until somebody has written it down. */
  centre: CentreAnswer.nullable(),
  serverTime: moment,
})
export type SystemSettingAnswer = z.infer<typeof SystemSettingAnswer>

export const ChangeSettingBody = z.object({ siteAccess: z.enum(['wired', 'open']), centre: CentreBody }).partial()
