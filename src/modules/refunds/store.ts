import { readLetterReaders, type LetterReader } from '#modules/accounts/club-readers-store.ts'
import { letterAddress } from '#modules/accounts/club-store.ts'
import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import { sql } from 'kysely'
import { clearSignatures } from './signature-store.ts'
import type { BankAccount, RefundCause, RefundMove, RefundState, RefundWay } from './rules.ts'

export type RefundRow = {
  id: string
  refundNo: string
  orderId: string
  memberId: string
  attemptId: string | null
  cause: RefundCause
  state: RefundState
  way: RefundWay
  amount: number
  /** What of it has gone back already; the rest goes `way`. */
  wentBack: number
  reason: string
  bankCode: string | null
  bankAccount: string | null
  accountName: string | null
  passbookFileId: string | null
  tries: number
  unclear: boolean
  /** The payment provider said late something else than was decided meanwhile: that money went back, or that it did not. */
  perhapsTwice: boolean
}

/** The columns of a RefundRow, of `refunds as r` and `orders as o`. */
export const refundColumns = [
  'r.id',
  'r.refund_no as refundNo',
  'r.order_id as orderId',
  'o.member_id as memberId',
  'r.attempt_id as attemptId',
  'r.cause',
  'r.state',
  'r.way',
  'r.amount',
  'r.went_back as wentBack',
  'r.reason',
  'r.bank_code as bankCode',
  'r.bank_account as bankAccount',
  'r.account_name as accountName',
  'r.passbook_file_id as passbookFileId',
  'r.tries',
  'r.unclear',
  'r.perhaps_twice as perhapsTwice',
] as const

/** Locks the refund until the end of the transaction. With a member: only theirs. */
export async function lockRefund(trx: Trx, by: { id: string } | { refundNo: string; memberId?: string }): Promise<RefundRow | undefined> {
  let query = trx.selectFrom('refunds as r').innerJoin('orders as o', 'o.id', 'r.order_id').select(refundColumns).forUpdate('r')
  if ('id' in by) query = query.where('r.id', '=', by.id)
  else {
    query = query.where('r.refund_no', '=', by.refundNo)
    if (by.memberId !== undefined) query = query.where('o.member_id', '=', by.memberId)
  }
  return (await query.executeTakeFirst()) as RefundRow | undefined
}

export type NewRefund = Pick<RefundRow, 'id' | 'refundNo' | 'orderId' | 'attemptId' | 'cause' | 'state' | 'way' | 'amount' | 'reason'> & {
  account: BankAccount | null
  /** `lineId`: of a line without floor. */
  items: { itemId: string | null; lineId?: string | null; dueId: string | null; paid: number; percent: number; amount: number }[]
}

export async function insertRefund(trx: Trx, refund: NewRefund, now: Date): Promise<void> {
  const { account } = refund
  await trx
    .insertInto('refunds')
    .values({
      id: refund.id,
      refund_no: refund.refundNo,
      order_id: refund.orderId,
      attempt_id: refund.attemptId,
      cause: refund.cause,
      state: refund.state,
      way: refund.way,
      amount: refund.amount,
      reason: refund.reason,
      bank_code: account?.bankCode ?? null,
      bank_account: account?.bankAccount ?? null,
      account_name: account?.accountName ?? null,
      passbook_file_id: account?.passbookFileId ?? null,
      try_at: now,
      created_at: now,
      changed_at: now,
    })
    .execute()
  await trx
    .insertInto('refund_items')
    .values(
      refund.items.map(({ itemId, lineId = null, dueId, paid, percent, amount }) => ({
        refund_id: refund.id,
        item_id: itemId,
        line_id: lineId,
        due_id: dueId,
        paid,
        percent,
        amount,
      })),
    )
    .execute()
}

export async function insertStep(
  db: DbOrTrx,
  refundId: string,
  state: RefundState,
  now: Date,
  note = '',
  by: string | null = null,
): Promise<void> {
  await db.insertInto('refund_steps').values({ refund_id: refundId, state, note, by, at: now }).execute()
}

/** Begins a step unless the refund is in it; answers whether it was not. */
export async function beginStep(db: DbOrTrx, refundId: string, state: RefundState, now: Date): Promise<boolean> {
  const { rows } = await sql<{ state: RefundState }>`
    select state from refund_steps where refund_id = ${refundId} order by id desc limit 1`.execute(db)
  if (rows[0]?.state === state) return false
  await insertStep(db, refundId, state, now)
  return true
}

/** Name of whoever took the latest step that a person took. */
export async function readLastActor(db: DbOrTrx, refundId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select m.name from refund_steps s join members m on m.id = s.by where s.refund_id = ${refundId} order by s.id desc limit 1`.execute(db)
  return rows[0]?.name ?? ''
}

type Learnt = { failure?: string | null; unclear?: boolean; tries?: number; tryAt?: Date; batchNo?: number | null }

/** The WHERE is the guard: false when the state has changed meanwhile. */
export async function moveRefund(db: DbOrTrx, id: string, move: RefundMove, learnt: Learnt, now: Date): Promise<boolean> {
  const { failure, unclear, tries, tryAt, batchNo } = learnt
  const moved = await db
    .updateTable('refunds')
    .set({
      state: move.to,
      changed_at: now,
      ...(failure === undefined ? {} : { failure }),
      ...(unclear === undefined ? {} : { unclear }),
      ...(tries === undefined ? {} : { tries }),
      ...(tryAt === undefined ? {} : { try_at: tryAt }),
      ...(batchNo === undefined ? {} : { batch_no: batchNo }),
    })
    .where('id', '=', id)
    .where('state', '=', anyOf(move.from))
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/**
 * Changes the way of a refund, or its account: signatures for the way before no longer count, and the picture of a passbook that it no
 * longer refers to is released. The caller holds the lock on the refund.
 */
export async function writeWay(
  trx: Trx,
  { id, passbookFileId }: Pick<RefundRow, 'id' | 'passbookFileId'>,
  to: { way: Exclude<RefundWay, 'none'>; state: RefundState; account: BankAccount | null },
  now: Date,
): Promise<void> {
  const { way, state, account } = to
  await trx
    .updateTable('refunds')
    .set({
      way,
      state,
      bank_code: account?.bankCode ?? null,
      bank_account: account?.bankAccount ?? null,
      account_name: account?.accountName ?? null,
      passbook_file_id: account?.passbookFileId ?? null,
      batch_no: null,
      unclear: false,
      failure: null,
      try_at: now,
      changed_at: now,
    })
    .where('id', '=', id)
    .execute()
  await clearSignatures(trx, id)
  if (passbookFileId !== null && passbookFileId !== account?.passbookFileId) await releaseFiles(trx, [passbookFileId], now)
}

/** A part of the refund has gone back. */
export async function writeWentBack(db: DbOrTrx, id: string, amount: number, now: Date): Promise<void> {
  await sql`update refunds set went_back = went_back + ${amount}, changed_at = ${now} where id = ${id}`.execute(db)
}

/** How a payment was made; null without one. */
export async function readMethodOf(db: DbOrTrx, attemptId: string | null): Promise<string | null> {
  if (attemptId === null) return null
  const row = await db.selectFrom('payment_attempts').select('method').where('id', '=', attemptId).executeTakeFirstOrThrow()
  return row.method
}

type ToldBy = 'with' | 'without' | 'unwritten'

/**
 * Whether the mail about the venue's cancellation, or about a move, said that all of the refund has gone back; `unwritten` while the mail
 * about one of its bookings is still to be written. One statement: a mail is written in the transaction that marks what it says.
 */
export async function readOrderLetter(db: DbOrTrx, refundId: string): Promise<ToldBy> {
  const { rows } = await sql<{ letter: ToldBy }>`
    select case
      when exists (
        select from refund_items i join refunds_due d on d.id = i.due_id join refunds r on r.id = i.refund_id
        join outbox o on o.topic = 'order' and o.subject_id = r.order_id and o.told_at is null
          and o.payload ->> 'kind' = d.reason and o.payload ->> 'itemId' = d.item_id::text
        where i.refund_id = ${refundId}) then 'unwritten'
      when exists (select from refund_items i where i.refund_id = ${refundId} and not i.told_by_cancellation) then 'without'
      else 'with' end as letter`.execute(db)
  return rows[0]!.letter
}

/**
 * Whether the first letter of the deed that a refund belongs to, which tells of others besides its own, said that all has gone back;
 * `unwritten` while that letter is still to be written.
 */
export async function readFirstLetter(db: DbOrTrx, { id, refundNo }: { id: string; refundNo: string }): Promise<ToldBy> {
  const { rows } = await sql<{ letter: ToldBy }>`
    select case
      when exists (
        select from outbox o where o.topic = 'refund' and o.told_at is null and o.payload -> 'besides' @> to_jsonb(${refundNo}::text)
      ) then 'unwritten'
      when exists (select from refund_items i where i.refund_id = ${id} and i.told_by_cancellation) then 'with'
      else 'without' end as letter`.execute(db)
  return rows[0]!.letter
}

/** Marks refunds as told by the first letter of their deed, which said that all has gone back. */
export async function markToldBesides(trx: Trx, refundNos: string[]): Promise<void> {
  await sql`
    update refund_items i set told_by_cancellation = true from refunds r
    where r.id = i.refund_id and r.refund_no = any (${refundNos}::text[])`.execute(trx)
}

/** `readers`: nobody of a closed account, and of a guest, who has no address. */
export type Recipient = { locale: Locale; readers: LetterReader[]; guestMobile: string | null }

export async function readRecipient(db: DbOrTrx, orderNo: string): Promise<Recipient> {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('members as m', 'm.id', 'o.member_id')
    .select(['m.id as memberId', 'o.preorder_no', 'm.name', letterAddress().as('email'), 'm.mobile', 'm.locale', 'm.closed_at'])
    .where('o.order_no', '=', orderNo)
    .executeTakeFirstOrThrow()
  const { closed_at, memberId, preorder_no, name, email, mobile } = row
  const [isOpen, locale] = [closed_at === null, row.locale as Locale]
  const readers = await readLetterReaders(db, { memberId, name, email: email ?? '', locale }, [orderNo, preorder_no])
  return {
    locale,
    readers: isOpen ? readers.about(true) : [],
    guestMobile: isOpen && email === null ? mobile : null,
  }
}
