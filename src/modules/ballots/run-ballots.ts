import type { Db } from '#db/connect.ts'
import type { Log } from '#http/log.ts'
import { noteFailure } from '#lib/failures.ts'
import { auditAsService } from '#modules/audit/audit-as-service.ts'
import { readBallotsToDo } from '#modules/preorders/round-store.ts'
import { drawRound } from './draw-round.ts'
import { facilitiesOfCourts } from './entry-store.ts'
import { freezeRound } from './freeze-round.ts'
import { lapseOffers } from './pass-on.ts'
import type { RandomSource } from './random-source.ts'

/**
 * Does what the clock asks for: fixes the wishes of rounds whose window is over, draws those whose value can be known, and passes
 * on offers that nobody accepted. One round that fails keeps none of the others. Answers the facilities whose floor has changed.
 */
export async function runBallots({ db, random, log }: { db: Db; random: RandomSource; log: Log }, now: Date): Promise<number[]> {
  const audit = auditAsService('run-ballots', now)
  const { toFreeze, toDraw } = await readBallotsToDo(db, now)
  const changed: number[] = []
  const attempt = async (what: string, roundId: number, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      noteFailure(log, 'job', error, `${what} failed and is tried again in a minute`, { roundId })
    }
  }
  for (const roundId of toFreeze)
    await attempt('the freeze of a ballot', roundId, async () => {
      const frozen = await freezeRound({ db, random }, { roundId, by: null }, audit, now)
      if (frozen.ok) log.info({ roundId, hash: frozen.value.hash }, 'the wishes of a ballot are fixed')
    })
  for (const roundId of toDraw)
    await attempt('the draw of a ballot', roundId, async () => {
      const drawn = await drawRound({ db, random }, { roundId, by: null }, audit, now)
      if (drawn.ok) changed.push(...drawn.value.facilityIds)
    })
  const courts = await lapseOffers(db, now, (error, offer) =>
    noteFailure(log, 'job', error, 'an offer to a substitute could not be ended', { offer }),
  )
  return [...new Set([...changed, ...(await facilitiesOfCourts(db, courts))])]
}
