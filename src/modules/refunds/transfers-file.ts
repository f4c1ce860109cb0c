import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { writeCsv } from '#lib/csv.ts'
import { dayOf } from '#lib/zone.ts'
import type { ReadRefund } from './read-store.ts'

/** The CSV of transfers for the bank. Bank code and account share a column: alone, a spreadsheet would drop leading zeros. */
export function transfersFile(transfers: ReadRefund[], locale: Locale): string {
  const spoken = { locale }
  const head = [
    m.transfers_refund_no({}, spoken),
    m.transfers_order_no({}, spoken),
    m.transfers_account({}, spoken),
    m.transfers_account_name({}, spoken),
    m.transfers_amount({}, spoken),
    m.transfers_member({}, spoken),
    m.transfers_asked_on({}, spoken),
    m.transfers_batch({}, spoken),
    m.transfers_state({}, spoken),
  ]
  const rows = transfers.map((one) => [
    one.refundNo,
    one.orderNo,
    `${one.bankCode}-${one.bankAccount}`,
    one.accountName ?? '',
    one.amount - one.wentBack,
    one.memberName,
    dayOf(one.createdAt),
    one.batchNo === null ? '' : String(one.batchNo),
    one.state,
  ])
  return writeCsv([head, ...rows])
}
