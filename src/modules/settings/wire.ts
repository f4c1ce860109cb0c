import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { consentWays } from './rules.ts'

/** The centre as every page shows it, in the caller's language: modules/centre fills it in. Contact is empty until it is known. */
export const CentreAnswer = z.object({
  name: z.string(),
  /** For places with little room. */
  shortName: z.string(),
  taxId: z.string(),
  phone: z.string(),
  email: z.string(),
  address: z.string(),
  deskHours: z.string(),
  parking: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Addresses of the logo in three sizes, and the size of the mark in pixels; null: the mark that the service comes with. */
  logo: z.object({ mark: z.string(), icon: z.string(), touchIcon: z.string(), width: z.int(), height: z.int() }).nullable(),
  /** CSS variables of the centre's colour; null: the look that the service comes with. */
  style: z.string().nullable(),
  /** HTML; null: the line that the service comes with. */
  footer: z.string().nullable(),
})
export type CentreAnswer = z.infer<typeof CentreAnswer>

/** `sign`: the address of a drawing with the id “sign”; null: the way has none. */
export const LoginWayAnswer = z.object({ name: z.string(), title: z.string(), sign: z.string().nullable() })
export type LoginWayAnswer = z.infer<typeof LoginWayAnswer>

export const SystemSettingAnswer = z.object({
  preOpen_ViewStart: moment.nullable(),
  preOpen_OrderStart: moment.nullable(),
  preOpen_End: moment.nullable(),
  preOpen_isOpen: z.boolean(),
  preOpen_isStarted: z.boolean(),
  siteAccess: z.enum(['wired', 'open']),
  /** A demo centre: its accounts are open to everybody. */
  demo: z.boolean(),
  /** Text messages can be sent. Otherwise no form asks for a code: an account is confirmed by mail, its mobile by staff. */
  canText: z.boolean(),
  /** How somebody who registers consents on the screen. */
  consent: z.enum(consentWays),
  /** Orders can be paid online. Otherwise they are paid at the desk. */
  canPay: z.boolean(),
  /** Ways by which something can be paid online. */
  payWays: z.array(z.string()),
  /** Other issuers by which members can log in. */
  loginWays: z.array(LoginWayAnswer),
  /** What of our own members may log in by. */
  loginBy: z.array(z.enum(['secret', 'passkey'])),
  /** The centre is set up, and visitors may come in. */
  isOpen: z.boolean(),
  centre: CentreAnswer,
  serverTime: moment,
})
export type SystemSettingAnswer = z.infer<typeof SystemSettingAnswer>

export const ChangeSettingBody = z.object({ siteAccess: z.enum(['wired', 'open']) }).partial()
