import { createHash } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { dayOf, type Day } from '#lib/zone.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import { isGone } from '#modules/orders/rules.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { ArrivalState } from './check-in-wire.ts'
import { codeMarkBytes, codeMarkInput } from './rules.ts'
import { listDayItems, type DayItem } from './store.ts'

export type DayList = {
  day: Day
  opensMinutes: number
  noShowMinutes: number
  items: (DayItem & { status: ArrivalState; marks: string[] })[]
}

/** Today's arrivals, with what a door without a network needs to recognise their codes. */
export async function readDay({ db, tokens }: { db: Db; tokens: Tokens }, now: Date): Promise<DayList> {
  const day = dayOf(now)
  const { opensMinutes, noShowMinutes } = (await readLimits(db)).checkIn
  const items = await listDayItems(db, day, opensMinutes, now)
  return {
    day,
    opensMinutes,
    noShowMinutes,
    items: items.map((item) => ({ ...item, status: statusOf(item), marks: marksOf(tokens, item.itemId) })),
  }
}

function statusOf({ orderState, state, checkedInAt, missedAt, parkedAt }: DayItem): ArrivalState {
  if (state === 'cancelled' || isGone(orderState)) return 'cancelled'
  if (orderState === 'awaiting-payment') return 'unpaid'
  if (parkedAt) return 'parked'
  return checkedInAt ? 'checked-in' : missedAt ? 'no-show' : 'expected'
}

export const marksOf = (tokens: Tokens, itemId: string): string[] =>
  [tokens.signTicket(itemId), tokens.typedTicket(itemId)].map((code) =>
    createHash('sha256').update(codeMarkInput(itemId, code)).digest().subarray(0, codeMarkBytes).toString('hex'),
  )
