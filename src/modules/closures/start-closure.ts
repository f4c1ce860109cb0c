import { randomUUID } from 'node:crypto'
import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { requestHash } from '#lib/request-hash.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { insertClosingSpaces } from '#modules/availability/closing-store.ts'
import { lockPlacing } from '#modules/availability/store.ts'
import { lockOrders } from '#modules/orders/attendance-store.ts'
import { listOrdersMoving } from '#modules/orders/pending-move-store.ts'
import { withdrawMovesTo } from '#modules/orders/give-back-supplements.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { ClosureWords } from '#modules/venues/closure-words.ts'
import { facilitiesLabel } from '#modules/venues/court-label.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { findByKey, insertClosure, insertItems } from './closure-store.ts'
import { readAffected } from './effect-store.ts'
import { giveUpOffersOn, planOffers } from './offer-floor.ts'
import { listOwnOrders, paysOneself } from './own-bookings.ts'
import {
  isAsShown,
  readEffect,
  whyNotPayBack,
  type ClosingPlace,
  type Effect,
  type PaysBackRefusal,
  type PlanRefusal,
} from './read-effect.ts'
import { isForDesk, type ClosureCause, type ClosureChoice, type ClosurePlan } from './rules.ts'
import { insertBlocks, readClosedSpaces, type NewBlock } from './store.ts'
import { takeFreeFloor } from './take-free-floor.ts'

export type Wanted = ClosureWords & {
  plan: ClosurePlan
  cause: ClosureCause
  choice: ClosureChoice
  /** Of the dry run that was looked at. */
  fingerprint: string
  key: string
  by: string
  /** By the desk, which decides only about courts of today. */
  byDesk?: boolean
}
export type StartRefusal =
  | PlanRefusal
  | PaysBackRefusal
  /** `effect`: as it is now. */
  | { code: 'closure_changed'; effect: Effect }
  | { code: 'floor_closed_already' }
  | { code: 'closure_by_manager' }
  | { code: 'idempotency_key_reused' }

type AcceptRefusal = Exclude<StartRefusal, { code: 'closure_changed' }> | { code: 'closure_changed' }
type Started = { id: string; facilityIds: number[] }
type StartDeps = { db: Db; catalogues: Catalogues; jobs: Pick<Jobs, 'send'> }

/**
 * Accepts a closure, if what it does is still what was shown. From the commit on nobody can take its floor: free parts are closed
 * at once, the rest is kept for it until its bookings are cancelled, which a job does afterwards.
 */
export async function startClosure(
  { db, catalogues, jobs }: StartDeps,
  wanted: Wanted,
  audit: Audit,
  now: Date,
): Promise<Result<Started, StartRefusal>> {
  const catalogue = await catalogues.current()
  const accepted = await inTransaction<Started, AcceptRefusal>(db, async (trx) => {
    // Alone: everything that was being booked has been booked by now, and is in the effect.
    await lockPlacing(trx)
    const known = await findByKey(trx, wanted.by, wanted.key)
    const hash = requestHash([wanted.plan, wanted.cause, wanted.choice, wanted.reason, wanted.words])
    if (known && known.hash !== hash) return refuse({ code: 'idempotency_key_reused' })
    if (known) return ok({ id: known.id, facilityIds: wanted.plan.facilityIds })
    if (wanted.byDesk && !(await mayDeskClose(trx, catalogue, wanted.plan, now))) return refuse({ code: 'closure_by_manager' })
    // Everybody who books waits: alternatives are looked for only where they are offered.
    const read = await readEffect(trx, catalogue, wanted.plan, now, { isOffering: wanted.choice === 'offer' })
    if (!read.ok) return read
    const effect = read.value
    const why = await whyNotPayBack(trx, effect, wanted, now)
    if (why) return refuse(why)
    if (!isAsShown(wanted.fingerprint, effect.fingerprint, wanted.choice)) return refuse({ code: 'closure_changed' })
    // Before everything that refers to them or frees floor: whoever answers an offer or pays a top-up locks the order first.
    const own = await listOwnOrders(trx, wanted.by, effect.affected)
    await lockOrders(trx, [...effect.lostOffers.map(({ orderId }) => orderId), ...(await listOrdersMoving(trx, effect)), ...own])
    // Again behind the lock: a payment does not wait for the placing lock.
    if (own.length > 0 && (await paysOneself(trx, wanted.by, await readAffected(trx, effect, now)))) return refuse({ code: 'own_card' })
    const { plan, cause, choice, reason, words, key, by } = wanted
    const id = randomUUID()
    await insertClosure(trx, { id, ...plan, cause, choice, reason, words, key, hash, by }, now)
    const blocks = await closeFloor(trx, id, effect, wanted, now)
    await insertItems(trx, id, effect.affected)
    // Moves to this floor that are not paid yet: their bookings stay where they are.
    await withdrawMovesTo(trx, effect, now)
    await giveUpOffersOn(trx, effect, now)
    if (choice === 'offer' && !(await planOffers(trx, id, effect, now))) return refuse({ code: 'closure_changed' })
    const taken = await takeFreeFloor(trx, blocks, now)
    if (taken === 0 && effect.affected.length === 0) return refuse({ code: 'floor_closed_already' })
    const { places, affected } = effect
    const [courts, label] = [places.flatMap((place) => place.courts), facilitiesLabel(places.map(({ facility }) => facility))]
    await audit(trx, {
      action: 'closure.started',
      subject: { kind: 'closure', id, ...(label ? { label } : {}) },
      after: {
        ...(courts.length > 0 ? { courts: courts.map(({ code }) => code).join(' ') } : {}),
        from: plan.fromDay,
        to: plan.toDay,
        reason,
        items: affected.length,
        owed: affected.reduce((sum, { back }) => sum + back, 0),
      },
    })
    await jobs.send(trx, 'run-closures', {})
    return ok({ id, facilityIds: plan.facilityIds })
  })
  if (accepted.ok || accepted.refusal.code !== 'closure_changed') return accepted as Result<Started, StartRefusal>
  // Whole, and after the lock: nobody waits for it.
  const effect = await readEffect(db, catalogue, wanted.plan, now)
  return effect.ok ? refuse({ code: 'closure_changed', effect: effect.value }) : effect
}

/** Whether the desk may decide about a closure: see isForDesk. */
export async function mayDeskClose(
  db: DbOrTrx,
  { facilityOf }: Catalogue,
  plan: Omit<ClosurePlan, 'weekdays'>,
  now: Date,
): Promise<boolean> {
  const today = dayOf(now)
  return isForDesk(plan, facilityOf, await readClosedSpaces(db, plan.facilityIds, today), today)
}

/** A block for each period: of each whole facility, or of each court. A space that several courts use is kept for the first of them. */
async function closeFloor(trx: Trx, closureId: string, effect: Effect, { reason, by }: Wanted, now: Date): Promise<NewBlock[]> {
  const said = { reasonTw: reason.tw, reasonEn: reason.en, by, closureId }
  const parts = effect.places.flatMap(partsOf)
  const blocks = effect.periods.flatMap((period) => parts.map((part) => ({ ...said, ...part, id: randomUUID(), period })))
  await insertBlocks(
    trx,
    blocks.map(({ spaces: _, ...block }) => block),
    now,
  )
  await insertClosingSpaces(
    trx,
    blocks.flatMap(({ id, period, spaces: own }) => own.map((space) => ({ holder: id, space, ...period }))),
  )
  return blocks
}

type ClosingPart = Pick<NewBlock, 'kind' | 'facilityId' | 'courtId'> & { spaces: number[] }

function partsOf({ facility: { id: facilityId }, courts, spaces }: ClosingPlace): ClosingPart[] {
  if (courts.length === 0) return [{ kind: 'closure', facilityId, courtId: null, spaces }]
  return courts.map(({ id: courtId, spaces: own }, n) => ({
    kind: 'block',
    facilityId,
    courtId,
    spaces: own.filter((space) => !courts.slice(0, n).some((other) => other.spaces.includes(space))),
  }))
}
