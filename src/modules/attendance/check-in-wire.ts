import { z } from 'zod'
import { day, id, moment, toDate } from '#http/wire.ts'
import { someLine, someProse } from '#http/wire-text.ts'
import { mobileIn, plainCode } from './rules.ts'

/** Where and when it was shown: the door's facility, and the moment if the door reports it later. */
const shown = { venue1stId: id.optional(), at: toDate.optional() }

/** A scanned or typed code; spaces and dashes are ignored. */
export const CheckInBody = z.object({ code: someLine(80).transform(plainCode), ...shown })
export const CheckInItemBody = z.object({ id: z.uuid(), ...shown })
/** A whole mobile or its end, of four digits at least. */
export const FindByMobileBody = z.object({ mobile: someLine(30).refine((text) => mobileIn(text) !== undefined, 'field_invalid') })
export const FoundByMobileAnswer = z.object({ ids: z.array(z.uuid()) })
export type FoundByMobileAnswer = z.infer<typeof FoundByMobileAnswer>
export const WithdrawMissedBody = z.object({ id: z.uuid(), reason: someProse(200) })
export const UndoCheckInBody = z.object({ id: z.uuid(), checkedInAt: toDate, at: toDate.optional() })

/** Whose ticket it is, where and when; refusals have it as `ticket`. */
export const TicketShown = z.object({
  id: z.uuid(),
  orderNo: z.string(),
  name: z.string(),
  /** Who plays along: whoever of them comes first says one of these names. */
  players: z.array(z.string()),
  venue1stId: z.int(),
  venue1stCode: z.string(),
  venue1stName: z.string(),
  venue2ndName: z.string(),
  start: moment,
  end: moment,
})
export type TicketShown = z.infer<typeof TicketShown>

export const CheckedInAnswer = TicketShown.extend({ memberName: z.string(), contactName: z.string(), checkedInAt: moment })
export type CheckedInAnswer = z.infer<typeof CheckedInAnswer>

const ArrivalState = z.enum(['unpaid', 'expected', 'checked-in', 'no-show', 'cancelled', 'parked'])
export type ArrivalState = z.infer<typeof ArrivalState>

/** What the door needs of one period, and no more: no mobile, no address, no money. */
const Arrival = TicketShown.extend({
  status: ArrivalState,
  checkedInAt: moment.nullable(),
  missedAt: moment.nullable(),
  /** Marks of its codes, scanned and typed, by which a door without a network recognises them (rules.ts). */
  marks: z.array(z.string()),
})
export type Arrival = z.infer<typeof Arrival>

export const CheckInDayAnswer = z.object({
  day,
  serverTime: moment,
  opensMinutes: z.int(),
  noShowMinutes: z.int(),
  items: z.array(Arrival),
})
export type CheckInDayAnswer = z.infer<typeof CheckInDayAnswer>
