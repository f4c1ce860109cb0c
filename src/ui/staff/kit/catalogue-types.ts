import type { Sport } from '#lib/court-lines.ts'
import type { Rules } from '#modules/settings/rules-wire.ts'

/** Shapes of the catalogue file and of the calls that change it. */
export type Words = { tw: string; en: string }
export type CourtFile = { code: string; name: Words; on?: string[] | undefined; retired?: true | undefined }
export type DayName = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun' | 'holiday'
export type HoursFile = { days: DayName[]; opens: string; closes: string; season?: { from: string; to: string } | undefined }
export type TimetableFile = { from: string; slotMinutes: number; hours: HoursFile[]; sessions: string[] }
export type PricePair = [offPeak: number, peak: number]
export type Prices = Record<string, PricePair>
export type PeakFile = { days: DayName[]; from: string; to: string }
export type PriceListFile = {
  from: string
  peak: PeakFile[]
  lightFee: number
  lightFrom: string | null
  deposit: number
  prices: Prices
  courts?: Record<string, Prices> | undefined
}
export type FacilityFile = {
  code: string
  sport: string
  name: Words
  about: Words
  place: Words
  rules: { tw: string[]; en: string[] }
  outdoor: boolean
  drawing: Sport
  colour: string
  retired?: true | undefined
  courts: CourtFile[]
  timetables: TimetableFile[]
  priceLists: PriceListFile[]
}
export type IdentityFile = {
  code: string
  name: Words
  needsProof: boolean
  proofMonths: number | null
  forCommunity: boolean
  retired?: true | undefined
}
export type CatalogueFile = {
  identities?: IdentityFile[] | undefined
  facilities?: FacilityFile[] | undefined
  holidays?: { day: string; name: Words }[] | undefined
  rules?: Partial<Rules> | undefined
}
export type CatalogueAnswer = {
  file: CatalogueFile
  revisions: Record<string, string>
  everBooked: { facilities: string[]; courts: string[]; identities: string[] }
  bookedAhead: string[]
}
export type CatalogueError = {
  part: string
  path: string
  sheet?: string | undefined
  line?: number | undefined
  code: string
  message: string
}
type Pair = { offPeak: number; peak: number } | null
export type PlanAnswer = {
  errors: CatalogueError[]
  changes: {
    part: string
    key: string
    label: string
    field: string
    fieldLabel: string
    before?: unknown
    after?: unknown
    beforeText: string
    afterText: string
  }[]
  touched: {
    count: number
    refund: number
    items: {
      orderNo: string
      facility: string
      court: string
      courtName: string
      start: string
      end: string
      who: string
      state: 'awaiting-payment' | 'confirmed' | 'checked-in' | 'preorder'
      why: 'court_retired' | 'outside_hours'
      refund: number
    }[]
  }
  prices: {
    facility: string
    facilityName: string
    identity: string
    identityName: string
    courts: string[]
    day: string
    before: Pair
    after: Pair
  }[]
  conflicts: { part: string; label: string; changedBy: string | null; changedAt: string | null; now?: unknown }[]
  revisions: Record<string, string>
}
