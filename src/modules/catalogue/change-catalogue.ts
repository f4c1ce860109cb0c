import type { Db, Trx } from '#db/connect.ts'
import type { OnFailure } from '#db/one-by-one.ts'
import { ChangedMeanwhile, inTransaction, untilUnchanged } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockPlacing } from '#modules/availability/store.ts'
import { changeCentreByFile } from '#modules/centre/change-centre.ts'
import { lockCentre } from '#modules/centre/store.ts'
import { listOrdersMoving } from '#modules/orders/pending-move-store.ts'
import { withdrawTopUps } from '#modules/orders/give-back-supplements.ts'
import { backTo, cancelBookings, type ReleaseDates } from '#modules/closures/cancel-bookings-for-closure.ts'
import { listOwnOrders, paysOneself } from '#modules/closures/own-bookings.ts'
import { giveUpOffers } from '#modules/closures/offer-floor.ts'
import { lockLockers } from '#modules/lockers/furnish-store.ts'
import { cancelWithoutPlace, extendClosures } from './cancel-without-place.ts'
import { insertToCancel } from './to-cancel-store.ts'
import { acceptDefaults, writeParts } from './write-parts.ts'
import { auditChanges } from './audit-changes.ts'
import type { FileError } from './file-errors.ts'
import { lockCatalogue, readFacilityIds } from './read-store.ts'
import { keepMeasured } from './measure-pictures.ts'
import { isTouchingTheSame, previewChange, type Preview, type Wanted } from './preview-change.ts'
import { readCatalogueFile, revisionsOf } from './read-catalogue-file.ts'

export type Change = Wanted & {
  reason: string
  /** How many bookings the caller knows to be cancelled. */
  confirmTouched: number
  by: string | null
}

export type ChangeRefusal =
  | { code: 'own_card' }
  | { code: 'catalogue_invalid'; problems: FileError[] }
  | { code: 'changed_meanwhile' | 'touched_changed'; preview: Preview }

export type Changed = Preview & { facilityIds: number[]; owed: number }

type ChangeDeps = {
  releaseDates: ReleaseDates
  /** Bookings are not cancelled in the transaction that holds the placing lock, but written down: `cancelWithoutPlace` follows. */
  inPieces?: boolean
}

/**
 * One change of the catalogue at a time: screens, imports, templates, setup and the demo all come through here. The floor is closed by a
 * short transaction, for which everybody who books waits; what stands there is cancelled afterwards, order by order.
 */
export async function changeCatalogue(
  { db, releaseDates, onFailure }: { db: Db; releaseDates: ReleaseDates; onFailure?: OnFailure | undefined },
  change: Change,
  audit: Audit,
  now: Date,
): Promise<Result<Changed, ChangeRefusal>> {
  const deps = { releaseDates, inPieces: true }
  const changed = await inTransaction<Changed, ChangeRefusal>(db, (trx) => changeCatalogueIn(trx, deps, change, audit, now))
  if (changed.ok && changed.value.mayTouch) await cancelWithoutPlace(db, now, onFailure)
  return changed
}

/** The same in the caller's transaction, which must be rolled back when it is refused. */
export async function changeCatalogueIn(
  trx: Trx,
  deps: ChangeDeps,
  asked: Change,
  audit: Audit,
  now: Date,
): Promise<Result<Changed, ChangeRefusal>> {
  await lockCatalogue(trx)
  const change = { ...asked, measured: await keepMeasured(trx, asked.measured, asked.by, now) }
  // The centre also has a screen that does not lock the catalogue.
  if (change.changes.centre) await lockCentre(trx)
  if (change.changes.lockers) await lockLockers(trx)
  const preview = await previewChange(trx, change, now)
  if (preview.errors.length > 0) return refuse({ code: 'catalogue_invalid', problems: preview.errors })
  if (preview.conflicts.length > 0) return refuse({ code: 'changed_meanwhile', preview })
  if (preview.changes.length === 0) {
    await acceptDefaults(trx, change.changes.rules, { by: change.by, audit }, now)
    return ok({ ...preview, facilityIds: [], owed: 0 })
  }
  if (!preview.mayTouch) return carryOut(trx, deps, preview, change, audit, now)
  await lockPlacing(trx)
  // Payments do not take the placing lock: a top-up that is paid until the orders are locked moves its booking.
  return untilUnchanged(trx, async () => {
    const fresh = await previewChange(trx, change, now)
    return carryOut(trx, deps, fresh, change, audit, now)
  })
}

async function carryOut(
  trx: Trx,
  { releaseDates, inPieces = false }: ChangeDeps,
  preview: Preview,
  change: Change,
  audit: Audit,
  now: Date,
): Promise<Result<Changed, ChangeRefusal>> {
  if (preview.touched.length > change.confirmTouched) return refuse({ code: 'touched_changed', preview })
  const lost = preview.touched.map(({ orderId, paid }) => ({ orderId, back: paid }))
  if (change.by !== null && (await paysOneself(trx, change.by, lost))) return refuse({ code: 'own_card' })
  const facilityIds = await writeParts(trx, preview, change, now)
  if (preview.parts.includes('centre'))
    await changeCentreByFile(trx, preview.after.centre, { id: change.by, audit, reason: change.reason }, now)
  await extendClosures(trx, facilityIds, now)
  const { topUpIds } = preview
  const offers = preview.touched.filter(isOffer)
  const own = change.by === null ? [] : await listOwnOrders(trx, change.by, preview.touched)
  // One's own are looked at again behind their locks.
  const later = inPieces ? preview.touched.filter(({ kind, orderId }) => kind === 'order' && !own.includes(orderId!)) : []
  const why = change.reason === '' ? undefined : { reason: { tw: change.reason, en: change.reason }, by: change.by }
  await insertToCancel(
    trx,
    later.map(({ holderId }) => holderId),
    why,
    now,
  )
  const bookings = [...preview.touched.filter((one) => !later.includes(one)), ...preview.lapsed].filter(isBooking)
  const offerIds = offers.map(({ holderId }) => holderId)
  const cancelled = await cancelBookings(trx, releaseDates, bookings, now, {
    ...(why && { why }),
    alsoLock: [...offers.flatMap(({ orderId }) => orderId ?? []), ...(await listOrdersMoving(trx, { topUps: topUpIds }))],
    async whenLocked() {
      if (preview.mayTouch && !(await isTouchingTheSame(trx, preview, now))) throw new ChangedMeanwhile()
      await withdrawTopUps(trx, topUpIds, now)
      await giveUpOffers(trx, offerIds, now)
    },
  })
  // Again behind the locks: it may have been paid meanwhile.
  if (change.by !== null && (await paysOneself(trx, change.by, backTo(bookings, cancelled)))) return refuse({ code: 'own_card' })
  await auditChanges(trx, audit, preview, change.reason)
  // A holiday is one in every facility.
  const announced = preview.parts.includes('holidays') ? await readFacilityIds(trx) : facilityIds
  const owed = [...offers, ...later].reduce((sum, { paid }) => sum + paid, cancelled.owed)
  return ok({ ...preview, revisions: revisionsOf(await readCatalogueFile(trx)), facilityIds: announced, owed })
}

type Kind = Preview['lapsed'][number]['kind']
const isOffer = ({ kind }: { kind: Kind }): boolean => kind === 'offer'
const isBooking = <T extends { kind: Kind }>(one: T): one is T & { kind: Exclude<Kind, 'offer'> } => one.kind !== 'offer'
