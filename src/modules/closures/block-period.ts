import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { minutes, type Period } from '#lib/period.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf, minuteOf } from '#lib/zone.ts'
import { freeSpaces, sharePlacing, takeSpaces } from '#modules/availability/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import type { Catalogue, Words } from '#modules/venues/rules.ts'
import { keepClosed } from './take-free-floor.ts'
import type { ClosurePlan } from './rules.ts'
import { mayDeskClose } from './start-closure.ts'
import { findBlock, insertBlocks, markLifted, readOccupants, readSpaces } from './store.ts'

export type Blocking = {
  facilityId?: number | undefined
  courtId?: number | undefined
  period: Period
  reasonTw: string
  reasonEn: string
  by: string
  /** By the desk, which blocks single courts today. */
  byDesk?: boolean
}
export type BlockRefusal =
  | { code: 'no_such_facility' }
  | { code: 'no_such_court' }
  | { code: 'ends_in_past' }
  | { code: 'closure_by_manager' }
  | { code: 'block_in_the_way'; orderNos: string[] }

/** Blocks a court or a whole facility. Existing bookings are not touched: the block is refused and names their orders. */
export async function blockPeriod(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  wanted: Blocking,
  audit: Audit,
  now: Date,
): Promise<Result<{ id: string; facilityId: number }, BlockRefusal>> {
  const catalogue = await catalogues.current()
  const found = findTarget(catalogue, wanted)
  if (!found.ok) return found
  if (wanted.period.end <= now) return refuse({ code: 'ends_in_past' })
  const { facilityId, courtId, name } = found.value
  const plan = { facilityIds: [facilityId], courtIds: courtId === null ? [] : [courtId], ...timesOf(wanted.period) }
  const id = randomUUID()
  return inTransaction<{ id: string; facilityId: number }, BlockRefusal>(db, async (trx) => {
    await sharePlacing(trx)
    if (wanted.byDesk && !(await mayDeskClose(trx, catalogue, plan, now))) return refuse({ code: 'closure_by_manager' })
    const spaces = found.value.spaces ?? (await readSpaces(trx, [facilityId])).map((space) => space.id)
    const taken = await takeSpaces(
      trx,
      spaces.map((space) => ({ holder: id, space, period: wanted.period })),
      { kind: 'block', memberId: null, holdUntil: null },
      now,
    )
    if (taken.length > 0) {
      const occupants = await readOccupants(trx, spaces, wanted.period, now)
      return refuse({ code: 'block_in_the_way', orderNos: [...new Set(occupants.flatMap(({ orderNo }) => orderNo ?? []))] })
    }
    const { period, reasonTw, reasonEn, by } = wanted
    await insertBlocks(trx, [{ id, kind: 'block', facilityId, courtId, period, reasonTw, reasonEn, by }], now)
    await audit(trx, {
      action: 'block.made',
      subject: { kind: 'block', id, label: name },
      after: { ...wanted.period, reason: { tw: wanted.reasonTw, en: wanted.reasonEn } },
    })
    return ok({ id, facilityId })
  })
}

const timesOf = (period: Period): Pick<ClosurePlan, 'fromDay' | 'toDay' | 'fromMinute' | 'toMinute'> => {
  const fromMinute = minuteOf(period.start)
  const toDay = dayOf(new Date(period.end.getTime() - 1))
  return { fromDay: dayOf(period.start), toDay, fromMinute, toMinute: fromMinute + minutes(period) }
}

type Target = { facilityId: number; courtId: number | null; spaces?: number[]; name: Words }

function findTarget(catalogue: Catalogue, { facilityId, courtId }: Blocking): Result<Target, BlockRefusal> {
  if (courtId !== undefined) {
    const found = catalogue.courtOf.get(courtId)
    if (!found) return refuse({ code: 'no_such_court' })
    const { facility, court } = found
    return ok({ facilityId: facility.id, courtId, spaces: court.spaces, name: courtLabel(facility, court) })
  }
  const facility = catalogue.facilityOf.get(facilityId!)
  return facility ? ok({ facilityId: facility.id, courtId: null, name: facility.name }) : refuse({ code: 'no_such_facility' })
}

export type LiftRefusal =
  | { code: 'not_found' }
  | { code: 'already_lifted' }
  | { code: 'part_of_closure'; closureId: string }
  /** Made by somebody else than `onlyBy`. */
  | { code: 'closure_by_manager' }

/**
 * Ends a block; its spaces are free at once, but for those of other blocks. Bookings that a closure cancelled stay cancelled. `onlyBy`:
 * the desk, which opens only what it has closed itself.
 */
export async function liftBlock(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  id: string,
  audit: Audit,
  now: Date,
  onlyBy?: string,
): Promise<Result<{ facilityId: number }, LiftRefusal>> {
  const catalogue = await catalogues.current()
  return inTransaction<{ facilityId: number }, LiftRefusal>(db, async (trx) => {
    await sharePlacing(trx)
    return liftBlockIn(trx, catalogue, id, audit, now, onlyBy)
  })
}

/** The same in the caller's transaction, which shares the placing lock. */
export async function liftBlockIn(
  trx: Trx,
  { courtOf, facilityOf }: Catalogue,
  id: string,
  audit: Audit,
  now: Date,
  onlyBy?: string,
): Promise<Result<{ facilityId: number }, LiftRefusal>> {
  const lifted = await markLifted(trx, id, now, onlyBy)
  if (!lifted) return refuse(whyNotLifted(await findBlock(trx, id)))
  await freeSpaces(trx, [id], now)
  await keepClosed(trx, [id], now)
  const court = lifted.courtId === null ? undefined : courtOf.get(lifted.courtId)
  const label = court ? courtLabel(court.facility, court.court) : facilityOf.get(lifted.facilityId)?.name
  await audit(trx, { action: 'block.lifted', subject: { kind: 'block', id, ...(label ? { label } : {}) } })
  return ok(lifted)
}

function whyNotLifted(block: Awaited<ReturnType<typeof findBlock>>): LiftRefusal {
  if (!block) return { code: 'not_found' }
  if (block.isLifted) return { code: 'already_lifted' }
  return block.closureId === null ? { code: 'closure_by_manager' } : { code: 'part_of_closure', closureId: block.closureId }
}
