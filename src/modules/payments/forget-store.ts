import type { Trx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

/** What the books need of a gateway's notice. The rest (the payer's card, account or phone) is about a person. */
const kept = [
  'MerchantID',
  'MerchantTradeNo',
  'TradeNo',
  'TradeAmt',
  'TradeDate',
  'PaymentDate',
  'PaymentType',
  'PaymentTypeChargeFee',
  'RtnCode',
  'RtnMsg',
  'SimulatePaid',
]

/** The notices stay, for the money, without what they say of the payer. */
export async function forgetInPayments(trx: Trx, { id }: LeavingMember): Promise<void> {
  for (const table of ['payment_notices', 'payment_notices_archive'])
    await sql`
      update ${sql.table(table)} n
      set body = (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(n.body) f where f.key = any(${kept}::text[]))
      from payment_attempts a join orders o on o.id = a.order_id
      where a.trade_no = n.trade_no and o.member_id = ${id} and jsonb_typeof(n.body) = 'object'`.execute(trx)
}
