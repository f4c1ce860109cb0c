import { say } from '#i18n/words.ts'
import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { exportPart } from '../member-data.ts'
import { titleOf } from './line-texts.ts'
import { listAllOrders } from './read-order.ts'

/** Orders in a member's data export. `lines`: what has no periods, such as a locker's rent; `title`: the same in a row. */
export const exportedOrders = exportPart(
  z.array(
    z.object({
      orderNo: z.string(),
      status: z.string(),
      title: z.string().nullable(),
      lines: z.array(z.object({ words: z.string(), count: z.int(), amount: z.int() })),
      amount: z.int(),
      paid: z.int(),
      createdAt: moment,
      items: z.array(
        z.object({ facility: z.string(), court: z.string(), start: moment, end: moment, amount: z.int(), status: z.string() }),
      ),
    }),
  ),
  async (reading, { memberId, locale, now }) =>
    (await listAllOrders(reading, memberId, now)).map(({ orderNo, state, lines, amount, paid, createdAt, items }) => ({
      orderNo,
      status: state,
      title: titleOf(lines, locale),
      lines: lines.map(({ words, count, amount: cost }) => ({ words: say(words, locale), count, amount: cost })),
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
