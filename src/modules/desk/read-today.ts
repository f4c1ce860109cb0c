import type { Db } from '#db/connect.ts'
import { dayOf } from '#lib/zone.ts'
import { readCourts } from '#modules/availability/read-courts.ts'
import { cellsOf } from '#modules/availability/rules.ts'
import { readNoticeBudget } from '#modules/notifications/text-budget.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { generalPublic, type Catalogue, type Court, type Facility } from '#modules/venues/rules.ts'
import { offeredFacilities } from './read-board.ts'
import { readTodayRow, type TodayRow } from './today-store.ts'
import { todayTimes } from './today-rules.ts'

export type FreeSlot = { start: Date; end: Date; courts: Court[] }
export type Today = {
  row: TodayRow
  noShowMinutes: number
  free: { facility: Facility; slots: FreeSlot[] }[]
  catalogue: Catalogue
  /** Where texts wait for it: how many notices an hour may have, and when the next hour begins. */
  textBudget: { limit: number; resetsAt: Date } | undefined
}

/** Who arrives, who is late, what lapses, what is free and what broke. Asks the database three times, whatever the size of the centre. */
export async function readToday({ db, catalogues }: { db: Db; catalogues: Catalogues }, now: Date): Promise<Today> {
  const times = todayTimes(now)
  // Before the catalogue, so that it knows every court of these rows.
  const row = await readTodayRow(db, times)
  const days = [...new Set([dayOf(now), dayOf(times.free)])]
  const everything = (catalogue: Catalogue) => offeredFacilities(catalogue).map((facility) => ({ facility, courts: facility.courts }))
  const { catalogue, shown, occupied } = (await readCourts(db, catalogues, everything, days, now))!
  const context = { identityId: generalPublic, memberId: null, now, atDesk: true }
  const free = shown.map(({ facility, courts }) => {
    const slots = new Map<number, FreeSlot>()
    for (const { court, cells } of cellsOf(catalogue, facility, courts, days, occupied, context))
      for (const { start, end, state } of cells) {
        if (state !== 'free' || start >= times.free) continue
        const slot = slots.get(start.getTime()) ?? { start, end, courts: [] }
        slot.courts.push(court)
        slots.set(start.getTime(), slot)
      }
    return { facility, slots: [...slots.values()].toSorted((a, b) => a.start.getTime() - b.start.getTime()) }
  })
  const { noShowMinutes } = (await readLimits(db)).checkIn
  const textBudget = row.textsWaiting > 0 ? await readNoticeBudget(db, now) : undefined
  return { row, noShowMinutes, textBudget, free: free.filter(({ slots }) => slots.length > 0), catalogue }
}
