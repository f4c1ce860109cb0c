import { defaultSettings } from '#modules/settings/rules.ts'
import type { Line, Round } from '#modules/preorders/rules.ts'
import type { Catalogue, Court, Facility } from '#modules/venues/rules.ts'
import { courtOn, everyDay, facilityWith, priceListFor } from './catalogue-parts.ts'

/** A catalogue and a round for rules that need no database. */
const words = { tw: '', en: '' }
const court = courtOn
const prices = { 1: [300, 500], 9: [270, 450] }
const facility = (id: number, courts: Court[], more: Partial<Facility> = {}): Facility =>
  facilityWith(id, courts, { priceLists: [priceListFor(courts, prices)], ...more })
const sessions = [
  { start: 480, end: 720 },
  { start: 780, end: 1020 },
]
const field = court(20, 2, [20])
const facilities = [
  facility(1, [court(1, 1, [1]), court(2, 1, [2]), court(3, 1, [1, 2])]),
  facility(2, [field], {
    timetables: [everyDay({ sessions, slotMinutes: 240, opens: 480, closes: 1020 })],
    priceLists: [priceListFor([field], prices, { deposit: 10_000, lightFee: 100, lightFrom: 780 })],
  }),
  facility(3, [court(30, 3, [30])]),
]
export const catalogue: Catalogue = {
  version: 1,
  facilities,
  holidays: new Set(['2027-01-12']),
  booking: {} as Catalogue['booking'],
  refunds: defaultSettings.refunds,
  facilityOf: new Map(facilities.map((one) => [one.id, one])),
  courtOf: new Map(facilities.flatMap((one) => one.courts.map((each) => [each.id, { court: each, facility: one }]))),
}
export const round: Round = {
  id: 1,
  version: 1,
  name: words,
  seasonFrom: '2027-01-04',
  seasonTo: '2027-04-04',
  viewStart: new Date('2026-12-01T00:00:00.000+08:00'),
  orderStart: new Date('2026-12-08T12:00:00.000+08:00'),
  end: new Date('2026-12-20T23:59:59.999+08:00'),
  mode: 'first-come',
  frozenAt: null,
  drawnAt: null,
  newcomerPercent: 0,
  periodsPerWeek: 2,
  minutesPerPeriod: 120,
  payDays: 7,
  documentKinds: [],
  giveBackHours: 48,
  documents: defaultSettings.documents,
  facilities: [
    { facilityId: 1, opens: 1080, closes: 1320 },
    { facilityId: 2, opens: 480, closes: 1020 },
  ],
}
export const tuesdays = (more: Partial<Line> = {}): Line => ({
  courtId: 1,
  start: 1140,
  end: 1260,
  weekly: { weekday: 2, from: '2027-01-04', to: '2027-04-04', except: [] },
  ...more,
})
export const before = new Date('2026-12-10T00:00:00+08:00')
