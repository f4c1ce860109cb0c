import type { Db, Trx } from '#db/connect.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { bySpace } from '#modules/availability/offers.ts'
import { readClosingFloor } from '#modules/availability/closing-store.ts'
import { readOccupied, sharePlacing } from '#modules/availability/store.ts'
import {
  awaitSpaces,
  closeHolds,
  endPostponed,
  letGo,
  openHolds,
  postponeDecision,
  readHeldForWaiting,
  readNextFreed,
  stopAwaiting,
  type FreedFloor,
  type HeldRow,
} from '#modules/availability/waiting-store.ts'
import { addOrderEvents } from '#modules/orders/event-store.ts'
import { placeOrder, type OrderRefusal, type PlacedOrder } from '#modules/orders/place-order.ts'
import { findByKey, insertOrders } from '#modules/orders/store.ts'
import type { CanPayOnline } from '#modules/payments/offered-ways.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { overlaps, type Period } from '#lib/period.ts'
import { refuse, type Result } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { spacesOf, type Catalogue } from '#modules/venues/rules.ts'
import { readCatalogueVersion } from '#modules/venues/store.ts'
import { firstInLine, hoursOf, payMinutesFor, spacesFor, type Turn } from './rules.ts'
import {
  insertPasses,
  joinSameWishes,
  listToReopen,
  lockOffering,
  lockOpenWish,
  markOffered,
  readLine,
  readWisher,
  reopenWishes,
  wasRefused,
  withdrawWishRow,
  type Refused,
} from './store.ts'

/** So many conflicts in one run are a bug. */
const takenAtMost = 100
/** Members whose wishes are reopened in a transaction. */
const membersAtOnce = 100

export type OfferDeps = {
  db: Db
  catalogues: Catalogues
  /** What cannot be paid online is offered only where the desk takes the payment. */
  canPayOnline?: CanPayOnline
  onFailure?: OnFailure
}

/**
 * Decides about all floor that is held for those who wait: each piece goes to the first in line whose wish fits, waits for the
 * morning, or is let go. One decision a transaction: whatever stops a run half way, the next one goes on from there, and a hold
 * that nobody decides about lapses by itself. A decision that fails keeps none of the others. Answers the facilities whose availability
 * has changed.
 */
export async function offerFreedFloor({ db, catalogues, canPayOnline = () => true, onFailure }: OfferDeps, now: Date): Promise<number[]> {
  let catalogue = await catalogues.current()
  const failed = new Map<string, unknown>()
  await prepare(db, catalogue, now, (error, id) => failed.set(id, error))
  const changed = new Set<number>()
  let taken = 0
  for (;;) {
    const outcome = await decideNext(db, catalogue, { canPayOnline, failed }, now)
    if (outcome === 'nothing left') break
    if (outcome === 'stale catalogue') catalogue = await catalogues.newerThan(catalogue.version)
    else if (typeof outcome === 'object') changed.add(outcome.facilityId)
    // Each time somebody else was faster, the floor is read again.
    if (typeof outcome === 'object' && outcome.taken && ++taken > takenAtMost)
      failed.set(outcome.taken, new Error('an offer stays taken by somebody else'))
  }
  for (const [id, error] of failed) {
    if (!onFailure) throw error
    onFailure(error, id)
  }
  return [...changed]
}

/** Runs before the first decision: ends postponements whose wish no longer waits, and reopens wishes whose offered order the centre cancelled. */
async function prepare(db: Db, catalogue: Catalogue, now: Date, onFailure: OnFailure): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockOffering(trx)
    await endPostponed(trx, now)
  })
  const reopen = (memberIds: string[]) =>
    db.transaction().execute(async (trx) => {
      await lockOffering(trx)
      for (const wish of await reopenWishes(trx, memberIds, now))
        await awaitSpaces(trx, wish.id, { spaces: spacesFor(catalogue, wish), period: hoursOf(wish), until: wish.notAfter })
      await joinSameWishes(trx, memberIds, now)
    })
  await inBatchesOrAlone(await listToReopen(db, now), membersAtOnce, reopen, onFailure)
}

type Outcome =
  | 'nothing left'
  | 'stale catalogue'
  | 'postponed'
  | 'failed'
  | { facilityId: number; /** The freed floor of an offer that somebody else was faster for. */ taken?: string }

/** `failed`: errors by the id of the freed floor, which waits for the next run. */
type Deciding = { canPayOnline: CanPayOnline; failed: Map<string, unknown> }

async function decideNext(db: Db, catalogue: Catalogue, { canPayOnline, failed }: Deciding, now: Date): Promise<Outcome> {
  let freed: FreedFloor | undefined
  try {
    return await db.transaction().execute(async (trx) => {
      await lockOffering(trx)
      await sharePlacing(trx)
      freed = await readNextFreed(trx, [...failed.keys()], now)
      return freed ? decide(trx, { catalogue, freed, canPayOnline }, now) : 'nothing left'
    })
  } catch (error) {
    if (!freed || isConnectionLoss(error)) throw error
    failed.set(freed.id, error)
    return 'failed'
  }
}

async function decide(
  trx: Trx,
  { catalogue, freed, canPayOnline }: Pick<Offering, 'catalogue' | 'freed' | 'canPayOnline'>,
  now: Date,
): Promise<Outcome> {
  const held = await readHeldForWaiting(trx, freed.facilityId, daysOf(freed))
  const turn = await findTurn(trx, catalogue, freed, held, now)
  if (!turn) {
    await letGo(trx, freed.id, now)
    return { facilityId: freed.facilityId }
  }
  const used = usedBy(turn, held)
  if (turn.fit.offerAt > now) {
    await postponeDecision(trx, freed.id, { wishId: turn.wish.id, used, at: turn.fit.offerAt })
    return 'postponed'
  }
  return offer(trx, { catalogue, freed, turn, used, canPayOnline }, now)
}

/** The whole days on which the floor lies: an offer may use more of them than what came free. */
const daysOf = ({ period }: FreedFloor): Period => ({
  start: momentAt(dayOf(period.start), 0),
  end: momentAt(addDays(dayOf(period.end), 1), 0),
})

async function findTurn(trx: Trx, catalogue: Catalogue, freed: FreedFloor, held: HeldRow[], now: Date): Promise<Turn | undefined> {
  const facility = catalogue.facilityOf.get(freed.facilityId)
  const mine = held.filter(({ freedId }) => freedId === freed.id)
  if (!facility || mine.length === 0) return undefined
  const line = await readLine(trx, freed.id, now)
  if (line.length === 0) return undefined
  const days = daysOf(freed)
  const { occupied } = await readOccupied(trx, spacesOf(facility), days, now)
  // What is held for the line is free for the line.
  const byOthers = [...occupied.filter(({ kind }) => kind !== 'offer'), ...(await readClosingFloor(trx, spacesOf(facility), days))]
  return firstInLine(catalogue, line, { occupied: bySpace(byOthers), freed: Map.groupBy(mine, ({ spaceId }) => spaceId) }, now)
}

/** The freed floor that an offer uses: besides the piece that is decided about, perhaps others. */
const usedBy = ({ fit: { courts, period } }: Turn, held: HeldRow[]): string[] => {
  const spaces = new Set(courts.flatMap((court) => court.spaces))
  return [...new Set(held.filter((row) => spaces.has(row.spaceId) && overlaps(row, period)).map(({ freedId }) => freedId))]
}

type Offering = { catalogue: Catalogue; freed: FreedFloor; turn: Turn; used: string[]; canPayOnline: CanPayOnline }

/** Makes the offer: the order takes the place of the hold in one transaction, so the floor is never free in between. */
async function offer(trx: Trx, { freed, turn, used, ...offering }: Offering, now: Date): Promise<Outcome> {
  const { wish, fit, passed } = turn
  const changed = { facilityId: freed.facilityId }
  await lockMember(trx, wish.memberId)
  // Withdrawn since the line was read: the next decision reads it again.
  if (!(await lockOpenWish(trx, wish.id))) return changed
  const held = await openHolds(trx, used)
  const placed = await placeFor(trx, { freed, turn, used, ...offering }, now)
  await closeHolds(trx, held)
  if (!placed.ok) {
    if (placed.refusal.code === 'stale_catalogue') return 'stale catalogue'
    // Somebody else was faster for floor that was free besides.
    if (placed.refusal.code === 'period_taken') return { ...changed, taken: freed.id }
    await passOver(trx, { freed, turn }, placed.refusal, now)
    return changed
  }
  await markOffered(trx, wish.id, placed.value.orderNo, now)
  await stopAwaiting(trx, [wish.id])
  const what = { freedId: freed.id, courtId: fit.courts[0]!.id, period: fit.period }
  await insertPasses(
    trx,
    passed.map((pass) => ({ ...what, wishId: pass.wish.id, why: pass.why, refused: false })),
    now,
  )
  await addOrderEvents(trx, [{ orderId: placed.value.orderId, kind: 'offered-text' }], now)
  return changed
}

class StaleCatalogue extends Error {}

async function placeFor(
  trx: Trx,
  { catalogue, freed, turn: { wish, fit }, canPayOnline }: Offering,
  now: Date,
): Promise<Result<PlacedOrder & { orderId: string }, OrderRefusal | { code: 'stale_catalogue' }>> {
  const wisher = await readWisher(trx, wish.memberId, now)
  if (!wisher) return refuse({ code: 'no_such_member' })
  let orderId = ''
  const placing = {
    // The transaction takes no second connection: a stale copy of the catalogue is read again after it.
    catalogues: {
      current: async () => catalogue,
      async newerThan(version: number) {
        if ((await readCatalogueVersion(trx)) !== version) throw new StaleCatalogue()
        return catalogue
      },
    },
    insertOrder: async (order: Parameters<typeof insertOrders>[1][number]) => {
      orderId = order.id
      return (await insertOrders(trx, [order]))[0]!
    },
    insertAudited: () => Promise.reject(new Error('an offer has no staff')),
    findByKey: (memberId: string, key: string) => findByKey(trx, memberId, key),
  }
  const request = {
    memberId: wish.memberId,
    identityId: wisher.identityId,
    items: fit.courts.map(({ id }) => ({ courtId: id, period: fit.period })),
    contactName: wisher.name,
    contactPhone: wisher.mobile,
    remark: '',
    idempotencyKey: `wish:${wish.id}:${freed.id}`,
    pays: { canPayOnline },
    offer: { payMinutes: payMinutesFor(fit.period.start, now) },
  }
  try {
    const placed = await placeOrder(placing, request, now)
    return placed.ok ? { ok: true, value: { ...placed.value, orderId } } : placed
  } catch (error) {
    if (error instanceof StaleCatalogue) return refuse({ code: 'stale_catalogue' })
    throw error
  }
}

function whyRefused(refusal: OrderRefusal): { why: Refused; detail?: object } {
  switch (refusal.code) {
    case 'over_quota':
      return { why: 'over_quota', detail: refusal.over }
    case 'suspended':
      return { why: 'suspended', detail: { until: refusal.until } }
    case 'desk_orders_open':
      return { why: 'desk_orders_open', detail: { open: refusal.open, allowed: refusal.allowed } }
    default:
      return { why: 'not_bookable' }
  }
}

/** The first in line may not have it: they are told why, once for each reason, and keep their place for the next. */
async function passOver(
  trx: Trx,
  { freed, turn: { wish, fit } }: Pick<Offering, 'freed' | 'turn'>,
  refusal: OrderRefusal,
  now: Date,
): Promise<void> {
  if (refusal.code === 'no_such_member') {
    await withdrawWishRow(trx, wish.id, wish.memberId, now)
    return stopAwaiting(trx, [wish.id])
  }
  const { why, detail } = whyRefused(refusal)
  const isTold = await wasRefused(trx, wish.id, why)
  const pass = { wishId: wish.id, freedId: freed.id, courtId: fit.courts[0]!.id, period: fit.period, why, refused: true }
  await insertPasses(trx, [{ ...pass, ...(detail ? { detail } : {}) }], now)
  if (!isTold) await addToOutbox(trx, 'wish', [{ subjectId: wish.id, payload: { kind: 'refused', freedId: freed.id } }], now)
}
