import { z } from 'zod'
import { day, moment } from '#http/wire.ts'
import { prose } from '#http/wire-text.ts'
import { formatName, formatVersion, sections } from './file-wire.ts'

/** Calls of the catalogue. A part is centre, identities, holidays, lockers, facilities (their order), facility:BAD or rules:booking. */

/** Centre and rules are described by modules/centre/wire.ts and modules/settings/rules-wire.ts. */
export const CatalogueFile = z.object({
  $schema: z.string().optional(),
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  centre: z.record(z.string(), z.unknown()).optional(),
  ...sections,
  rules: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
})
export type CatalogueFile = z.infer<typeof CatalogueFile>
export type CatalogueChanges = Partial<Omit<CatalogueFile, '$schema' | 'format' | 'version'>>

const Revisions = z.record(z.string().max(40), z.string().max(40))

export const CatalogueAnswer = z.object({
  // Not checked by its bounds: what is in the tables is answered, even if it was written before there were any.
  file: z.custom<CatalogueFile>((value) => typeof value === 'object' && value !== null).meta({ type: 'object' }),
  /** A hash of each part's content; a change says which revisions it is based on. */
  revisions: Revisions,
  /** What was ever booked, and is retired instead of removed. */
  everBooked: z.object({ facilities: z.array(z.string()), courts: z.array(z.string()), identities: z.array(z.string()) }),
  /** Courts with bookings ahead: their floors cannot be divided otherwise. */
  bookedAhead: z.array(z.string()),
  /** How many members have an identity, by its code. */
  holders: z.record(z.string(), z.int()),
  /** Numbers of lockers that somebody rents now; a wall cannot lose them. */
  rented: z.array(z.string()),
  /** Numbers of lockers that somebody ever rented; they are retired instead of removed. */
  everRented: z.array(z.string()),
})
export type CatalogueAnswer = z.infer<typeof CatalogueAnswer>

const changing = {
  /** Sections of a catalogue file. Facilities are whole and found by their codes; the other sections are whole. */
  changes: z.looseObject({}),
  /** By part, the revision that the caller has seen; a part that is not there yet has none. */
  basedOn: Revisions.default({}),
  mode: z.enum(['merge', 'replace']).default('merge'),
}
export const PreviewBody = z.object(changing)
export const ChangeBody = z.object({
  ...changing,
  /** Why, for the audit log and for the members whose bookings are cancelled. */
  reason: prose(300).default(''),
  /** How many bookings the caller was shown to be cancelled. */
  confirmTouched: z.int().min(0).max(1_000_000).default(0),
})
export type PreviewBody = z.input<typeof PreviewBody>
export type ChangeBody = z.input<typeof ChangeBody>

const ErrorAnswer = z.object({
  part: z.string(),
  /** From the part to the field: courts.2.name.tw */
  path: z.string(),
  sheet: z.string().optional(),
  line: z.int().optional(),
  code: z.string(),
  /** In the caller's language. */
  message: z.string(),
})
export type CatalogueError = z.infer<typeof ErrorAnswer>

const ChangeAnswer = z.object({
  part: z.string(),
  key: z.string(),
  /** What changes, in the caller's language: 羽球館 › 羽球場 1 */
  label: z.string(),
  field: z.string(),
  fieldLabel: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** The values in the caller's language; empty: not there. */
  beforeText: z.string(),
  afterText: z.string(),
})

const Touched = z.object({
  /** The order's number; the pre-order's when it is not an order yet. */
  orderNo: z.string(),
  facility: z.string(),
  court: z.string(),
  facilityName: z.string(),
  courtName: z.string(),
  start: moment,
  end: moment,
  /** Whose booking it is; the member is told by mail. */
  who: z.string(),
  state: z.enum(['awaiting-payment', 'confirmed', 'checked-in', 'preorder']),
  why: z.enum(['court_retired', 'outside_hours']),
  /** What is paid back. */
  refund: z.int(),
})
export type TouchedBooking = z.infer<typeof Touched>

/** By level, with its name in the caller's language; null: there is no price. */
const priced = z.array(z.object({ level: z.string(), price: z.int() })).nullable()

export const PlanAnswer = z.object({
  errors: z.array(ErrorAnswer),
  changes: z.array(ChangeAnswer),
  /** Bookings that the change cancels, with a full refund; the first 50 in order of time. */
  touched: z.object({ count: z.int(), refund: z.int(), items: z.array(Touched) }),
  prices: z.array(
    z.object({
      facility: z.string(),
      facilityName: z.string(),
      identity: z.string(),
      identityName: z.string(),
      courts: z.array(z.string()),
      courtNames: z.array(z.string()),
      day,
      before: priced,
      after: priced,
    }),
  ),
  /** What it does to members and to lockers, in the caller's language. */
  consequences: z.array(z.string()),
  /** Parts that somebody else has changed since. */
  conflicts: z.array(
    z.object({
      part: z.string(),
      label: z.string(),
      changedBy: z.string().nullable(),
      changedAt: moment.nullable(),
      /** The part as it is now; null: it is gone. */
      now: z.unknown(),
    }),
  ),
  /** Of the parts as they are now, before the change. */
  revisions: Revisions,
})
export type PlanAnswer = z.infer<typeof PlanAnswer>

export const ImportForm = z.object({ file: z.string().meta({ format: 'binary' }) })
export const ImportQuery = z.object({ mode: z.enum(['merge', 'replace']).default('merge') })
export const ImportAnswer = PlanAnswer.extend({
  kind: z.enum(['json', 'xlsx']),
  /** What the file says, to be sent back to change the catalogue; empty when something is wrong with it. */
  parsed: z.looseObject({}),
})
export type ImportAnswer = z.infer<typeof ImportAnswer>

export const TemplateListAnswer = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      about: z.string(),
      facilities: z.int(),
      courts: z.int(),
    }),
  ),
})
export type TemplateListAnswer = z.infer<typeof TemplateListAnswer>
export const TemplateParams = z.object({ id: z.string().regex(/^[a-z-]{1,40}$/) })

export type {
  FacilityFile,
  CourtFile,
  PictureFile,
  TimetableFile,
  PriceListFile,
  IdentityFile,
  HolidayFile,
  LockersFile,
} from './file-wire.ts'
