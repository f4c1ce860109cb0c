import { say } from '#i18n/words.ts'
import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { exportPart } from '../member-data.ts'
import { listPreOrders } from './read-preorder.ts'

const all = { status: undefined, page: 1, pageSize: 1000 }

/** Pre-orders in a member's data export. */
export const exportedPreOrders = exportPart(
  z.array(
    z.object({
      orderNo: z.string(),
      status: z.string(),
      title: z.string(),
      amount: z.int(),
      submittedAt: moment.nullable(),
      dates: z.array(z.object({ facility: z.string(), court: z.string(), start: moment, end: moment, status: z.string() })),
    }),
  ),
  async (reading, { memberId, locale, now }) =>
    (await listPreOrders(reading, { ...all, memberId }, now)).shown.map(({ preOrder, catalogue }) => ({
      orderNo: preOrder.orderNo,
      status: preOrder.state,
      title: preOrder.title,
      amount: preOrder.amount,
      submittedAt: preOrder.submittedAt?.toISOString() ?? null,
      dates: preOrder.dates.map(({ courtId, start, end, state }) => {
        const { facility, court } = catalogue.courtOf.get(courtId)!
        return {
          facility: say(facility.name, locale),
          court: say(court.name, locale),
          start: start.toISOString(),
          end: end.toISOString(),
          status: state,
        }
      }),
    })),
)
