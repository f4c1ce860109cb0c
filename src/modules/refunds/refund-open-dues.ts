import { randomBytes, randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import { dayOf } from '#lib/zone.ts'
import { lockOrder } from '#modules/orders/order-store.ts'
import { readHoldings } from '#modules/orders/refund-due-store.ts'
import { lockSupplementsOf } from '#modules/orders/supplement-store.ts'
import type { AskDeps } from './ask-refund.ts'
import { findOrdersWithOpenDues, readOpenDues, type OpenDue } from './due-store.ts'
import { noteRefund } from './event-store.ts'
import { isVoucher } from '#modules/tills/way-rules.ts'
import { goesBackByProvider } from '#modules/payments/rules.ts'
import { isToldByOrder, refundNumber, sumOf, type RefundWay } from './rules.ts'
import { insertRefund, insertStep, readMethodOf } from './store.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Log } from '#http/log.ts'

const gatherFor = 300

/** Starts the job that sends refunds, at most once every 300 ms. If the call is lost, the run of the next minute sends them. */
export function openRefundSender(db: Db, jobs: Jobs, log: Log): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      jobs.send(db, 'send-refunds-soon', {}).catch((err: unknown) => log.warn({ err }, 'refunds will be sent a little later'))
    }, gatherFor).unref()
  }
}

const atOnce = 200

/** Turns dues that nobody asked for (the venue cancelled, paid twice) into approved refunds. An order that fails keeps none of the others. */
export async function refundOpenDues({ db }: Pick<AskDeps, 'db'>, now: Date, onFailure?: OnFailure): Promise<void> {
  const refund = ([orderId]: string[]) =>
    db.transaction().execute(async (trx) => {
      await lockOrder(trx, orderId!)
      await lockSupplementsOf(trx, orderId!)
      const dues = await readOpenDues(trx, orderId!)
      const written: DueRefund[] = []
      for (const together of Map.groupBy(dues, togetherBy).values()) written.push(await refundDues(trx, orderId!, together, now))
      await noteRefunds(trx, written, now)
    })
  await inBatchesOrAlone(await findOrdersWithOpenDues(db, atOnce), 1, refund, onFailure)
}

/** What is owed for one reason goes back as one refund, also of several payments. A payment too many is a matter of its own, and so are vouchers. */
const togetherBy = ({ attemptId, method, reason }: OpenDue): string =>
  isTooMany(reason) ? `${attemptId} ${reason}` : `${reason} ${isVoucher(method)}`

const isTooMany = (reason: OpenDue['reason']): boolean => reason === 'late-payment' || reason === 'double-payment'

type DueRefund = { id: string; refundNo: string; way: RefundWay; reason: OpenDue['reason'] }

/** What goes back for one reason is told once, money and vouchers together; each payment too many by itself. */
async function noteRefunds(trx: Trx, written: DueRefund[], now: Date): Promise<void> {
  const untold = written.filter(({ reason }) => !isToldByOrder(reason))
  for (const alike of Map.groupBy(untold, ({ reason, refundNo }) => (isTooMany(reason) ? refundNo : reason)).values()) {
    const [refund, ...besides] = alike.toSorted((a, b) => Number(a.way === 'voucher') - Number(b.way === 'voucher'))
    await noteRefund(trx, refund!, refund!.way === 'bank' ? 'account-needed' : 'requested', now, besides)
  }
}

async function refundDues(trx: Trx, orderId: string, dues: OpenDue[], now: Date): Promise<DueRefund> {
  const { reason } = dues[0]!
  const attemptId = dues[0]!.attemptId ?? (await readHoldings(trx, orderId))[0]?.attemptId ?? null
  const methods = await Promise.all(dues.map((due) => readMethodOf(trx, due.attemptId ?? attemptId)))
  const way = methods.some(goesBackByProvider) ? 'card' : methods.every(isVoucher) ? 'voucher' : 'bank'
  const refund = { id: randomUUID(), refundNo: refundNumber(dayOf(now), randomBytes(7)) }
  await insertRefund(
    trx,
    {
      ...refund,
      orderId,
      attemptId,
      cause: reason,
      state: 'approved',
      way,
      amount: sumOf(dues),
      reason: '',
      account: null,
      items: dues.map(({ id, itemId, paid, amount }) => ({ dueId: id, itemId, paid, percent: Math.round((amount * 100) / paid), amount })),
    },
    now,
  )
  await insertStep(trx, refund.id, 'approved', now)
  return { ...refund, way, reason }
}
