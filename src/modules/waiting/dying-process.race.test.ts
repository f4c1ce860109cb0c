import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { cancelOrder } from '#modules/orders/change-order.ts'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { later, now, openLine, type Line } from '#testing/waiting-line.ts'
import { offerFreedFloor } from './offer-freed-floor.ts'

let line: Line
let { db, catalogues, owner, waiting, empty, press, offer, full, holders }: Line = {} as Line
beforeAll(async () => {
  line = await openLine()
  ;({ db, catalogues, owner, waiting, empty, press, offer, full, holders } = line)
})
afterAll(() => line.close())
beforeEach(async () => {
  await empty()
})

class Stopped extends Error {}

/** A process that dies before its n-th statement: its transaction is rolled back, and nothing follows. */
const stopBefore = (n: number): { plugin: KyselyPlugin; stopped: () => boolean } => {
  let statements = 0
  return {
    stopped: () => statements >= n,
    plugin: {
      transformQuery({ node }) {
        if (++statements >= n) throw new Stopped()
        return node
      },
      transformResult: async ({ result }) => result,
    },
  }
}

describe('a process that dies at any step', { timeout: 120_000 }, () => {
  /** Runs the deed again and again, dying one statement later each time, until it ends. Answers how often it died. */
  async function dieAtEachStep(deed: (dying: Db) => Promise<unknown>, check: (step: number) => Promise<void>): Promise<number> {
    for (let step = 1; ; step++) {
      await empty()
      await full(2)
      const { plugin, stopped } = stopBefore(step)
      await deed(db.withPlugin(plugin)).catch((error: unknown) => {
        if (!(error instanceof Stopped)) throw error
      })
      await check(step)
      if (!stopped()) return step - 1
    }
  }
  const onlyOrder = async () => (await db.selectFrom('orders').select('id').where('member_id', '=', owner).executeTakeFirstOrThrow()).id
  const heldForEver = async (when: Date) =>
    (
      await sql`select from occupancy where kind = 'offer' and (hold_until is null or hold_until > ${new Date(when.getTime() + 2 * 60_000)})`.execute(
        db,
      )
    ).rows.length

  it('of freeing and offering leaves nothing held for ever, and the next run offers it to the first in line', async () => {
    const steps = await dieAtEachStep(
      async (dying) => {
        await cancelOrder(dying, await onlyOrder(), now)
        await offerFreedFloor({ db: dying, catalogues }, now)
      },
      async (step) => {
        expect(await heldForEver(now), `step ${step}`).toBe(0)
        expect(await brokenInvariants(db, now), `step ${step}`).toEqual([])
        // The member presses again, and another process goes on.
        await cancelOrder(db, await onlyOrder(), now)
        await offer()
        expect(
          (await holders()).map(({ memberId }) => memberId),
          `step ${step}`,
        ).toEqual([waiting[0]])
        expect(await db.selectFrom('freed_floor').select('id').where('settled_at', 'is', null).execute(), `step ${step}`).toEqual([])
      },
    )
    expect(steps).toBeGreaterThan(15)
  })

  it('of expiring and offering leaves the floor to whoever comes when no process goes on, two minutes later', async () => {
    const lapsed = later(16)
    const steps = await dieAtEachStep(
      async (dying) => {
        await expireUnpaidOrders(dying, lapsed)
        await offerFreedFloor({ db: dying, catalogues }, lapsed)
      },
      async (step) => {
        const isOffered = (await holders()).some((one) => one.offered)
        expect(await press(lapsed, 3), `step ${step}`).toBe(0)
        // The claim just now may have found the lapsed hold, and held it for the line.
        const after = new Date(lapsed.getTime() + 2 * 60_000 + 1000)
        expect(await press(after, 3), `step ${step}`).toBe(isOffered ? 0 : 1)
        expect(await brokenInvariants(db, after), `step ${step}`).toEqual([])
      },
    )
    expect(steps).toBeGreaterThan(15)
  })
})
