import { usualLevels } from '#modules/venues/price-rules.ts'
import type { LevelHoursFile, PriceListFile, TimetableFile } from '#ui/staff/kit/catalogue-types.ts'
import { today } from '#ui/staff/kit/today.ts'

/** What a facility without hours and prices begins with; staff change it before it is saved. */
export const firstTimetable = (): TimetableFile => ({
  from: today(),
  slotMinutes: 60,
  hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], opens: '08:00', closes: '22:00' }],
  sessions: [],
})

export const firstList = (): PriceListFile => ({
  from: today(),
  levels: usualLevels<LevelHoursFile>([
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '18:00', to: '22:00' },
    { days: ['sat', 'sun', 'holiday'], from: '12:00', to: '22:00' },
  ]),
  lightFee: 0,
  lightFrom: null,
  deposit: 0,
  prices: {},
})
