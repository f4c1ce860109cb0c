import type { Db } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { ViewRefusal } from '#modules/preorders/read-season.ts'
import type { Rounds } from '#modules/preorders/rounds.ts'
import { takesPreOrders } from '#modules/preorders/rules.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { goneMinutes, hallFairness, weeklyHours, type HallFairness } from './fairness-rules.ts'
import { readAsked, readEarlier, readGot } from './draw-store.ts'
import type { FairnessAnswer } from './staff-wire.ts'

/** How the floor of a round went, from its opening or its draw on. */
export async function readFairness(
  { db, catalogues, rounds }: { db: Db; catalogues: Catalogues; rounds: Rounds },
  roundId: number,
  now: Date,
): Promise<Result<HallFairness[], ViewRefusal>> {
  const round = await rounds.find(roundId, now)
  if (!round) return refuse({ code: 'not_found' })
  if (now < round.orderStart || !takesPreOrders(round)) return refuse({ code: 'not_yet_visible', viewStart: round.orderStart })
  const facts = { asked: await readAsked(db, roundId), got: await readGot(db, roundId), earlier: await readEarlier(db, roundId) }
  return ok(hallFairness(round, await catalogues.current(), facts, now))
}

const bounds = [0, ...weeklyHours, null]

export const presentFairness = (halls: HallFairness[], locale: Locale): FairnessAnswer =>
  halls.map(({ facility, clubs, byHours, newcomers, luckless, usedPercent, gonePercent }) => ({
    venue1stId: facility.id,
    venue1stName: say(facility.name, locale),
    clubs,
    byHours: byHours.map((count, n) => ({ upTo: bounds[n] ?? null, clubs: count })),
    newcomers,
    luckless,
    usedPercent,
    gone: gonePercent?.map((percent, n) => ({ minutes: goneMinutes[n]!, percent })) ?? null,
  }))
