import type { Selectable } from 'kysely'
import type { Db, DbOrTrx } from '#db/connect.ts'
import type { DemoMpgTrades } from '#db/tables.gen.ts'
import { readTurns, takeTurn } from '#http/rate-limits.ts'
import type { NewebpaySettings } from '#modules/payments/providers/newebpay/settings.ts'
import type { Fields } from '../../src/modules/payments/providers/newebpay/envelope.ts'
import { ownOrigins } from '../../src/modules/payments/rules.ts'
import { closeAt, hourSeconds, isCard, lockedSeconds, unknownAtMost, type Books, type Trade, type Type } from './trade.ts'

type DemoNewebpay = { db: Db; config: NewebpaySettings; publicUrl: string }

const lock = 'demo-newebpay:locked'

/** Books in the database, which every process sees alike. What cards have paid goes through the batch of 21:00 by the clock. */
export function demoBooks({ db, config, publicUrl }: DemoNewebpay, now: Date): Books {
  const read = async (on: DbOrTrx, orderNo: string, isLocking = false): Promise<Trade | undefined> => {
    const query = on.selectFrom('demo_mpg_trades').selectAll().where('order_no', '=', orderNo)
    const row = await (isLocking ? query.forUpdate() : query).executeTakeFirst()
    return row && tradeOf(row, now)
  }
  // The demo's keys are public, so return addresses of other sites are refused (open redirect).
  const sites = [publicUrl, ...ownOrigins(publicUrl)]
  return {
    settings: config,
    now: () => now,
    mayLeadTo: (url) => sites.some((site) => url.startsWith(`${site}/`)),
    find: (orderNo) => read(db, orderNo),
    open: (page) => insertPage(db, page),
    change: (orderNo, deed) =>
      db.transaction().execute(async (trx) => {
        const trade = await read(trx, orderNo, true)
        if (!trade) return undefined
        const done = deed(trade)
        await updateTrade(trx, trade)
        return done
      }),
    isLocked: async () => (await readTurns(db, lock, now)).count > 0,
    async noteUnknown() {
      const tooMany = await takeTurn(db, { key: 'demo-newebpay:unknown', limit: unknownAtMost, seconds: hourSeconds }, now)
      if (tooMany) await takeTurn(db, { key: lock, limit: 1, seconds: lockedSeconds }, now)
    },
    faults: {},
  }
}

/** The number of a bank account, or of a store. */
export async function findByNumber(db: Db, number: string, now: Date): Promise<Trade | undefined> {
  const row = await db.selectFrom('demo_mpg_trades').selectAll().where('number', '=', number).executeTakeFirst()
  return row && tradeOf(row, now)
}

function tradeOf(row: Selectable<DemoMpgTrades>, now: Date): Trade {
  const [type, close] = [row.type as Type, row.close as Trade['close']]
  return {
    orderNo: row.order_no,
    tradeNo: row.trade_no,
    amount: row.amount,
    type,
    asked: row.asked as Fields,
    status: row.status as Trade['status'],
    close: isCard(type) && close === '1' && row.paid_at ? closeAt(row.paid_at, now) : close,
    refunded: row.refunded,
    number: row.number,
    openedAt: row.opened_at,
    paidAt: row.paid_at,
  }
}

/** A page that its payer has not used may be opened again. False: the order number has a trade. */
async function insertPage(db: Db, { orderNo, amount, type, asked, status, close, refunded, openedAt }: Trade): Promise<boolean> {
  const page = { amount, type, asked: JSON.stringify(asked), opened_at: openedAt }
  const inserted = await db
    .insertInto('demo_mpg_trades')
    .values({ order_no: orderNo, ...page, status, close, refunded })
    .onConflict((conflict) => conflict.column('order_no').doUpdateSet(page).where('demo_mpg_trades.status', '=', 'page'))
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

async function updateTrade(trx: DbOrTrx, { orderNo, tradeNo, status, close, refunded, number, paidAt }: Trade): Promise<void> {
  await trx
    .updateTable('demo_mpg_trades')
    // What is in the batch goes on by itself, from the time of its payment.
    .set({ trade_no: tradeNo, status, close, refunded, number, paid_at: paidAt })
    .where('order_no', '=', orderNo)
    .execute()
}
