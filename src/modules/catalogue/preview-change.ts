import type { DbOrTrx } from '#db/connect.ts'
import { dayOf } from '#lib/zone.ts'
import { readLastChanges, type LastChange } from './read-store.ts'
import { consequencesOf, type Consequence } from './consequences.ts'
import type { CatalogueChanges, WholeFile } from './file.ts'
import type { Mode } from './merge-changes.ts'
import { planChange, type Plan } from './plan-change.ts'
import { partsOf, readCatalogueFile, readUse, revisionsOf } from './read-catalogue-file.ts'
import { filesOf, type Measured } from './measure-pictures.ts'
import { mayTouch, usageOf, whyTouched, type TouchedWhy } from './find-touched.ts'
import { readBookingsAhead, readMovesAhead, type AheadBooking } from './touched-store.ts'

export type Wanted = {
  changes: CatalogueChanges
  mode: Mode
  /** By part, the revision that the change is based on. Undefined: whatever is there, as at setup. */
  basedOn: Record<string, string> | undefined
  /** Uploaded pictures that are new to the catalogue, with their measures. */
  measured?: Measured
}

type WithoutPlace = AheadBooking & { why: TouchedWhy }
export type Touched = WithoutPlace & { state: Exclude<AheadBooking['state'], 'expired'> }
export type Conflict = { part: string; now: unknown } & LastChange

export type Preview = Plan & {
  before: WholeFile
  revisions: Record<string, string>
  /** Whether hours or courts go, so that bookings may. */
  mayTouch: boolean
  touched: Touched[]
  /** The same of orders that have expired. They hold nothing, but a late payment would take their floor again. */
  lapsed: WithoutPlace[]
  /** Top-ups of moves to floor that goes, also expired ones, which may be paid late: their bookings stay where they are. */
  topUpIds: string[]
  consequences: Consequence[]
  conflicts: Conflict[]
}

/** What a change would do, without doing it. */
export async function previewChange(db: DbOrTrx, { changes, mode, basedOn, measured }: Wanted, now: Date): Promise<Preview> {
  const before = await readCatalogueFile(db)
  const use = await readUse(db, now)
  const pictures = new Set([...filesOf(before.facilities), ...(measured?.keys() ?? [])])
  const plan = planChange(before, changes, { mode, today: dayOf(now), pictures, ...use })
  const revisions = revisionsOf(before)
  const conflicts = basedOn ? await findConflicts(db, before, revisions, basedOn, plan) : []
  const touching = plan.errors.length === 0 && mayTouch(before.facilities, plan.after.facilities, plan.parts.includes('holidays'))
  const { without, topUpIds } = touching ? await findTouched(db, before, plan, now) : { without: [], topUpIds: [] }
  const touched = without.filter((one): one is Touched => one.state !== 'expired')
  const lapsed = without.filter(({ state }) => state === 'expired')
  const consequences = plan.errors.length === 0 ? consequencesOf(before, plan.after, use) : []
  return { ...plan, before, revisions, conflicts, mayTouch: touching, touched, lapsed, topUpIds, consequences }
}

/** Parts that are changed and are not what the caller has seen. */
async function findConflicts(
  db: DbOrTrx,
  before: WholeFile,
  revisions: Record<string, string>,
  basedOn: Record<string, string>,
  { parts }: Plan,
): Promise<Conflict[]> {
  const seen = (part: string) => (Object.hasOwn(basedOn, part) ? basedOn[part] : undefined)
  // The order of facilities has a revision for those who sort them; adding one does not need it.
  const changed = parts.filter((part) => revisions[part] !== seen(part) && !(part === 'facilities' && seen(part) === undefined))
  if (changed.length === 0) return []
  const [contents, last] = [partsOf(before), await readLastChanges(db, changed)]
  return changed.map((part) => ({
    part,
    now: contents.get(part) ?? null,
    changedBy: last.get(part)?.changedBy ?? null,
    changedAt: last.get(part)?.changedAt ?? null,
  }))
}

type Found = { without: WithoutPlace[]; topUpIds: string[] }

/** Bookings ahead, and moves that wait for their top-up, that have no place in the catalogue after the change. */
async function findTouched(db: DbOrTrx, before: WholeFile, { after, parts }: Pick<Plan, 'after' | 'parts'>, now: Date): Promise<Found> {
  const holidaysChanged = parts.includes('holidays')
  const concerned = before.facilities.map(({ code }) => code).filter((code) => holidaysChanged || parts.includes(`facility:${code}`))
  const [old, next] = [usageOf(before.facilities, before.holidays), usageOf(after.facilities, after.holidays)]
  const without = (await readBookingsAhead(db, concerned, now)).flatMap((booking) => {
    const why = whyTouched(booking, old, next)
    return why ? [{ ...booking, why }] : []
  })
  const moves = await readMovesAhead(db, concerned, now)
  return { without, topUpIds: moves.filter((move) => whyTouched(move, old, next)).map(({ topUpId }) => topUpId) }
}

/** Whether the change still takes the place of the same bookings and moves, none of which was paid late meanwhile. */
export async function isTouchingTheSame(
  trx: DbOrTrx,
  { before, touched, lapsed, topUpIds, ...plan }: Preview,
  now: Date,
): Promise<boolean> {
  const found = await findTouched(trx, before, plan, now)
  return marksOf({ without: [...touched, ...lapsed], topUpIds }) === marksOf(found)
}

const marksOf = ({ without, topUpIds }: Found): string =>
  [...without.map(({ holderId, state }) => `${holderId} ${state === 'expired'}`), ...topUpIds].toSorted().join()
