import type { Arrival, CheckInDayAnswer, TicketShown } from '#modules/attendance/check-in-wire.ts'
import { codeMarkBytes, codeMarkInput, plainCode, typedCodePattern, whyNotCheckIn, type CheckInRefusal } from '#modules/attendance/rules.ts'
import { hexFromLetters } from '#lib/letter-codes.ts'

/** What the door decides by itself while it has no network: with the day's list, and with what it has done since. */

/** A check-in or an undo that the server has to hear of. `at` is when it was done. */
export type Report =
  | { kind: 'in'; itemId: string; code: string | null; venue1stId: number | null; at: string }
  | { kind: 'undo'; itemId: string; checkedInAt: string; at: string }

/** The day's list is good for an hour without a network. */
export const offlineMinutes = 60

/** Whether a text can be a ticket's code, scanned or typed. */
export const isCode = (text: string): boolean => typedCodePattern.test(plainCode(text)) || itemIdIn(plainCode(text)) !== undefined

/** A scanned code begins with its item's id. */
function itemIdIn(code: string): string | undefined {
  const hex = code.length === 42 ? hexFromLetters(code) : undefined
  return hex?.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The item of the list whose code this is. Undefined also where the browser cannot hash (a page without https). */
export async function recognise(items: readonly Arrival[], text: string): Promise<Arrival | undefined> {
  const code = plainCode(text)
  const id = itemIdIn(code)
  const candidates = id ? items.filter((item) => item.id === id) : typedCodePattern.test(code) ? items : []
  if (!globalThis.crypto?.subtle) return undefined
  const fits = await Promise.all(candidates.map(async (item) => item.marks.includes(await markOf(item.id, code))))
  const found = candidates.filter((_, n) => fits[n])
  return found.length === 1 ? found[0] : undefined
}

async function markOf(itemId: string, code: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeMarkInput(itemId, code)))
  return Array.from(new Uint8Array(hash, 0, codeMarkBytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The list as it is after the reports that the server has not heard of. */
export function withReports(items: readonly Arrival[], reports: readonly Report[]): Arrival[] {
  const states = new Map<string, Pick<Arrival, 'status' | 'checkedInAt'>>()
  for (const report of reports)
    states.set(
      report.itemId,
      report.kind === 'in' ? { status: 'checked-in', checkedInAt: report.at } : { status: 'expected', checkedInAt: null },
    )
  return items.map((item) => ({ ...item, ...states.get(item.id) }))
}

export type DoorRefusal =
  | CheckInRefusal
  | { code: 'other_facility' }
  | { code: 'not_on_list' }
  | { code: 'list_too_old' }
  | { code: 'ticket_invalid' }

/** The same decision as the server's, from what the list says. */
export function whyNotAtDoor(
  { opensMinutes, serverTime }: Pick<CheckInDayAnswer, 'opensMinutes' | 'serverTime'>,
  item: Arrival,
  venue1stId: number | null,
  at: Date,
): DoorRefusal | undefined {
  if (at.getTime() - Date.parse(serverTime) > offlineMinutes * 60_000) return { code: 'list_too_old' }
  const moment = (text: string | null) => (text === null ? null : new Date(text))
  const awaited = {
    start: new Date(item.start),
    end: new Date(item.end),
    checkedInAt: moment(item.checkedInAt),
    missedAt: moment(item.missedAt),
    parkedAt: item.status === 'parked' ? at : null,
    state: item.status === 'cancelled' ? ('cancelled' as const) : ('active' as const),
  }
  const why = whyNotCheckIn(item.status === 'unpaid' ? 'awaiting-payment' : 'confirmed', awaited, opensMinutes, at)
  if (why) return why
  return venue1stId !== null && item.venue1stId !== venue1stId ? { code: 'other_facility' } : undefined
}

/** What happened with the last tickets, newest first. */
export type Outcome = {
  key: string
  at: string
  ticket: TicketShown | null
  /** Null: checked in. */
  refusal: string | null
  detail: string
  checkedInAt: string | null
  /** Decided by the door; the server has not heard of it. */
  isUnsent: boolean
  isUndone: boolean
}

/**
 * What Enter does with lines that were found by a name or a mobile: the only one, or the only one that is still expected, is
 * checked in; among several somebody has to choose.
 */
export function enterFound(found: readonly Arrival[]): { itemId: string } | 'choose' | 'nobody' {
  const expected = found.filter(({ status }) => status === 'expected')
  const only = expected.length === 1 ? expected[0] : found.length === 1 ? found[0] : undefined
  return only ? { itemId: only.id } : found.length > 0 ? 'choose' : 'nobody'
}

/** In the list of arrivals: still awaited, or in before their hour begins. Everybody else has come, is over, or was cancelled. */
export function isComing({ start, end, status }: Pick<Arrival, 'start' | 'end' | 'status'>, now: Date): boolean {
  if (new Date(end) <= now || status === 'cancelled' || status === 'no-show') return false
  return status !== 'checked-in' || new Date(start) > now
}
