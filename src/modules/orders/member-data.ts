import { say } from '#i18n/words.ts'
import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { exportPart } from '../member-data.ts'
import { listAllOrders } from './read-order.ts'

/** Orders in a member's data export. `title`: of an order without periods, such as a locker's term. */
export const exportedOrders = exportPart(
  z.array(
    z.object({
      orderNo: z.string(),
      status: z.string(),
      title: z.string().nullable(),
      amount: z.int(),
      paid: z.int(),
      createdAt: moment,
      items: z.array(
        z.object({ facility: z.string(), court: z.string(), start: moment, end: moment, amount: z.int(), status: z.string() }),
      ),
    }),
  ),
  async (reading, { memberId, locale, now }) =>
    (await listAllOrders(reading, memberId, now)).map(({ orderNo, state, titleTw, titleEn, amount, paid, createdAt, items }) => ({
      orderNo,
      status: state,
      title: say({ tw: titleTw, en: titleEn }, locale),
      amount,
      paid,
      createdAt: createdAt.toISOString(),
      items: items.map((item) => ({
        facility: say(item.facility.name, locale),
        court: say(item.court.name, locale),
        start: item.start.toISOString(),
        end: item.end.toISOString(),
        amount: item.price + item.lightFee + item.deposit,
        status: item.state,
      })),
    })),
)
