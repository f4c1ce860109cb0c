import { usualLevels } from '#modules/venues/price-rules.ts'
import {
  dayKinds,
  type Court,
  type CourtPrices,
  type Facility,
  type LevelHours,
  type PriceList,
  type Timetable,
} from '#modules/venues/rules.ts'

/** Parts of a catalogue for rules that need no database. */

/** Open at the same hours every day, holidays too; by default 06:00 to 22:00 by the hour. */
export const everyDay = ({
  opens = 360,
  closes = 1320,
  ...more
}: Partial<Omit<Timetable, 'hours'>> & { opens?: number; closes?: number } = {}): Timetable => ({
  id: 1,
  from: '2000-01-01',
  slotMinutes: 60,
  sessions: [],
  hours: [{ days: [...dayKinds], opens, closes }],
  ...more,
})

/** Peak on weekdays from 18:00, on weekends and holidays from 12:00, until 22:00. */
export const usualPeak: LevelHours[] = [
  { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: 1080, to: 1320 },
  { days: ['sat', 'sun', 'holiday'], from: 720, to: 1320 },
]

/** The same prices for all these courts. */
export const priceListFor = (courts: readonly Pick<Court, 'id'>[], prices: CourtPrices, more: Partial<PriceList> = {}): PriceList => ({
  id: 1,
  from: '2000-01-01',
  levels: usualLevels(usualPeak),
  lightFee: 0,
  lightFrom: null,
  deposit: 0,
  prices: Object.fromEntries(courts.map(({ id }) => [id, prices])),
  ...more,
})

const words = { tw: '', en: '' }

export const courtOn = (id: number, facilityId: number, spaces: number[], more: Partial<Court> = {}): Court => ({
  id,
  facilityId,
  code: `C${id}`,
  name: words,
  spaces,
  retired: false,
  ...more,
})

export const facilityWith = (id: number, courts: Court[], more: Partial<Facility> = {}): Facility => ({
  id,
  code: `F${id}`,
  sport: 'badminton',
  name: words,
  about: words,
  place: words,
  rules: { tw: [], en: [] },
  outdoor: false,
  drawing: '',
  colour: '',
  pictures: [],
  retired: false,
  timetables: [everyDay()],
  priceLists: [priceListFor(courts, { 1: [300, 500] })],
  courts,
  retiredCourts: [],
  ...more,
})
