import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { exportPart } from '../member-data.ts'
import { presentWish } from './present.ts'
import { readWishes } from './read-store.ts'

/** Wishes in a member's data export. `orderNo`: of the order that was offered. */
export const exportedWishes = exportPart(
  z.array(
    z.object({
      where: z.string(),
      day: z.string(),
      from: z.string(),
      to: z.string(),
      minutes: z.int(),
      courts: z.int(),
      status: z.string(),
      createdAt: moment,
      orderNo: z.string().nullable(),
    }),
  ),
  async ({ db, catalogues }, { memberId, locale, now }) => {
    const catalogue = await catalogues.current()
    return (await readWishes(db, memberId, now, null)).map((wish) => {
      const { where, day, from, to, minutes, courts, status, createdAt, order } = presentWish(catalogue, wish, [], locale, now)
      return { where, day, from, to, minutes, courts, status, createdAt, orderNo: order?.orderNo ?? null }
    })
  },
)
