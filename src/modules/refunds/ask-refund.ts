import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockOrder } from '#modules/orders/order-store.ts'
import { lockSupplementsOf, readFreeMoney } from '#modules/orders/supplement-store.ts'
import { kindIn, type OrderKinds } from '#modules/orders/order-kinds.ts'
import { readAccountNames } from '#modules/accounts/club-store.ts'
import { readOrder } from '#modules/orders/read-order.ts'
import { readLimits } from '#modules/settings/store.ts'
import { pinCatalogue, type Catalogues } from '#modules/venues/catalogue.ts'
import { decideRefund, judgeLines, type DecisionRefusal } from './check-refund.ts'
import { noteRefund } from './event-store.ts'
import { givesUpMoney, goesBackAsVoucher, hasCardShare, needsDecision, sumOf, type ProvenAccount } from './rules.ts'
import { readShares, routeOfVouchers, writeRefund, type GivenItem, type Route, type Share } from './write-refund.ts'
import { keepFiles } from '#modules/files/keep-files.ts'
import { typeOf } from '#modules/files/rules.ts'
import { findFile } from '#modules/files/store.ts'

export type RefundRequest = {
  memberId: string
  orderNo: string
  /** Undefined: all refundable items. */
  itemIds: string[] | undefined
  reason: string
  /** The member accepts that some items are refunded with 0. */
  acceptZero: boolean
  /** Undefined: back to the card. */
  account: ProvenAccount | undefined
  /** Whoever asks for a club may not name its account: what goes to none of its cards waits until somebody names one who may. */
  accountLater?: boolean
}
export type AskRefusal =
  | DecisionRefusal
  | PassbookRefusal
  | { code: 'gives_nothing_back'; items: string[] }
  | { code: 'needs_bank_account' }
  | { code: 'more_than_paid' }

/** Called for cancellations later than `violations.lateCancelHours`, in the same transaction; violations give points here. */
export type OnLateCancel = (
  trx: Trx,
  late: { memberId: string; orderId: string; items: { id: string; start: Date; day: string }[] },
  now: Date,
) => Promise<void>

export type AskDeps = {
  db: Db
  catalogues: Catalogues
  orderKinds: OrderKinds
  onLateCancel?: OnLateCancel | undefined
}
/** `refundNo`: of the money, where vouchers go back beside it. */
type Asked = { refundNo: string; facilityIds: number[] }

/** Cancels items of a paid order: frees them at once and owes back what the terms allow. */
export async function askRefund(asking: AskDeps, request: RefundRequest, now: Date): Promise<Result<Asked, AskRefusal>> {
  const found = await readOrder(asking, request.memberId, request.orderNo, now)
  if (!found.ok) return found
  const deps = await pinCatalogue(asking)
  return inTransaction<Asked, AskRefusal>(deps.db, async (trx) => {
    await lockOrder(trx, found.value.id)
    await lockSupplementsOf(trx, found.value.id)
    const { lateCancelHours } = (await readLimits(trx)).violations
    const order = await readOrder({ db: trx, catalogues: deps.catalogues }, request.memberId, request.orderNo, now)
    if (!order.ok) return order
    const judged = await judgeLines(trx, order.value, deps.orderKinds, now)
    const decided = decideRefund(order.value, request.itemIds, lateCancelHours, now, judged)
    if (!decided.ok) return decided
    const { items, lines } = decided.value
    const given = [...items, ...lines]
    if (givesUpMoney(given) && !request.acceptZero)
      return refuse({ code: 'gives_nothing_back', items: given.filter(({ paid, amount }) => paid > 0 && amount === 0).map(({ id }) => id) })

    const { id: orderId } = order.value
    const shares = await readShares(trx, orderId, given)
    const route = await findRoute(trx, orderId, given, shares, request, now)
    if (!route.ok) return route
    const ids = new Set(given.map(({ id }) => id))
    const isAnythingLeft = [...order.value.items, ...order.value.lines].some(({ id, state }) => state === 'active' && !ids.has(id))
    const lineIds = lines.map(({ id }) => id)
    if (lineIds.length > 0) await kindIn(deps.orderKinds, order.value.kind).giveBack?.take(trx, orderId, lineIds, now)
    const back = { orderId, items, lineIds, shares, cause: 'asked' as const, reason: request.reason }
    const refunds = await writeRefund(trx, back, { route: route.value, isAnythingLeft }, now)
    const late = items.filter(({ isLate }) => isLate)
    if (late.length > 0) await deps.onLateCancel?.(trx, { memberId: request.memberId, orderId, items: late }, now)
    const [refund, ...besides] = refunds
    await noteRefund(trx, refund!, refund!.way === 'bank' && !request.account ? 'account-needed' : 'requested', now, besides)
    return ok({ refundNo: refund!.refundNo, facilityIds: [...new Set(items.map(({ facility }) => facility.id))] })
  })
}

async function findRoute(
  trx: Trx,
  orderId: string,
  items: GivenItem[],
  shares: Share[],
  { account, accountLater, memberId }: RefundRequest,
  now: Date,
): Promise<Result<Route, AskRefusal>> {
  const amount = sumOf(items)
  if (amount === 0) return ok({ way: 'none', state: 'refunded', account: null })
  const itemIds = items.map(({ id }) => id)
  if (sumOf(shares) === 0 || (await readFreeMoney(trx, orderId, itemIds)) < amount) return refuse({ code: 'more_than_paid' })
  if (goesBackAsVoucher(shares)) return ok(routeOfVouchers)
  const isByCard = hasCardShare(shares)
  if (!account && !isByCard && !accountLater) return refuse({ code: 'needs_bank_account' })
  if (!account) return ok({ way: isByCard ? 'card' : 'bank', state: 'approved', account: null })
  const kept = await keepPassbook(trx, account.passbookFileId, memberId, now)
  if (!kept.ok) return kept
  const state = needsDecision(isByCard, account.accountName, await readAccountNames(trx, memberId), false) ? 'requested' : 'approved'
  return ok({ way: 'bank', state, account })
}

const path = 'passbookFileId'
export type PassbookRefusal = { code: 'no_such_file'; path: typeof path } | { code: 'passbook_not_a_picture'; path: typeof path }

/** Keeps the picture of the passbook's cover, which finance compares with the typed account. */
export async function keepPassbook(trx: Trx, fileId: string, memberId: string, now: Date): Promise<Result<void, PassbookRefusal>> {
  const file = await findFile(trx, fileId)
  if (!file || file.owner_id !== memberId) return refuse({ code: 'no_such_file', path })
  if (typeOf(file.type)?.kind === 'office') return refuse({ code: 'passbook_not_a_picture', path })
  const kept = await keepFiles(trx, [fileId], memberId, now)
  return kept.ok ? ok(undefined) : refuse({ code: 'no_such_file', path })
}
