import * as m from '#i18n/generated/messages.js'
import { ok, type Result } from '#lib/result.ts'
import { balanceOf } from '#modules/orders/balance.ts'
import { readBalance } from '#modules/orders/balance-store.ts'
import { readOrder } from '#modules/orders/read-order.ts'
import { readPreOrder } from '#modules/preorders/read-preorder.ts'
import type { PapersDeps } from './deps.ts'
import type { Draft } from './print-paper.ts'
import { seasonBlocks } from './season-paper.ts'

/** The paper of a pre-order. With a member: only of theirs; staff see no drafts. */
export async function draftSeason(
  { db, catalogues, rounds }: Pick<PapersDeps, 'db' | 'catalogues' | 'rounds'>,
  orderNo: string,
  memberId: string | undefined,
  now: Date,
): Promise<Result<Draft, { code: 'not_found' }>> {
  const shown = await readPreOrder({ db, catalogues, rounds }, { orderNo, memberId }, now)
  if (!shown.ok) return shown
  const { payOrderNo, memberId: ofMember } = shown.value.preOrder
  const order = payOrderNo === null ? undefined : await readOrder({ db, catalogues }, ofMember, payOrderNo, now)
  const balance = order?.ok ? await readBalance(db, order.value) : balanceOf([], { state: 'confirmed', items: [], lines: [] })
  return ok({
    title: (locale) => m.paper_season({}, { locale }),
    number: orderNo,
    blocks: (speak) => seasonBlocks(shown.value, balance, speak),
  })
}
