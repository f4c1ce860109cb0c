import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { momentAt } from '#lib/zone.ts'
import type { CallOutcome, DeskStatus } from '#modules/lockers/rules.ts'

export const statusWord: Record<DeskStatus, () => string> = {
  free: m.locker_desk_free,
  reserved: m.locker_desk_reserved,
  rented: m.locker_desk_rented,
  ending: m.locker_desk_ending,
  over: m.locker_desk_over,
  'out-of-order': m.locker_desk_out_of_order,
}

/** In the plan beside the number, so that the colour is not the only sign. */
export const statusSign: Record<DeskStatus, string> = { free: '', reserved: '…', rented: '●', ending: '◐', over: '!', 'out-of-order': '✕' }

export const statusTone: Record<DeskStatus, 'plain' | 'good' | 'due' | 'danger'> = {
  free: 'good',
  reserved: 'plain',
  rented: 'plain',
  ending: 'due',
  over: 'danger',
  'out-of-order': 'plain',
}

export const outcomeWord: Record<CallOutcome, () => string> = {
  reached: m.locker_call_reached,
  promised: m.locker_call_promised,
  'no-answer': m.locker_call_no_answer,
  'wrong-number': m.locker_call_wrong_number,
}

export const dayWord = (day: string): string => formatDate(momentAt(day, 0), getLocale())
