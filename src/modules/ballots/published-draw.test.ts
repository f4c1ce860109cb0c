import { expect, it } from 'vitest'
import { closeDb, openDb } from '#db/connect.ts'
import { auditAsService } from '#modules/audit/audit-as-service.ts'
import { ballotMoments, draw, enter, freeze, insertBallot, newClubs, wishFor } from '#testing/ballot-rounds.ts'
import { freshDatabase } from '#testing/postgres.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { noteObjection } from './note-objection.ts'
import { findPublished } from './draw-store.ts'
import { openPublishedDraws } from './read-published-draw.ts'
import { verifyBallot } from './verify-ballot.mjs'

it('a draw is published from the freeze on, as the verifier confirms it', async () => {
  const database = await freshDatabase()
  const db = openDb(database.url, 4)
  try {
    await smallCentre(db)
    const [clubs, roundId] = [await newClubs(db, 4), await insertBallot(db)]
    const { ended, due } = ballotMoments
    const read = openPublishedDraws(db)
    for (const club of clubs.slice(0, 3)) await enter(db, roundId, club, [wishFor({ courtId: 3 }), wishFor({ weekday: 4 })])
    expect(await read(roundId)).toBeUndefined()
    await freeze(db, roundId)
    const objection = { roundId, entryNumber: 2, note: '未符合資格', isAccepted: true, by: clubs[3]! }
    await noteObjection(db, objection, auditAsService('a test', ended), ended)
    expect(await read(roundId)).toMatchObject({
      drawnAt: null,
      draw: null,
      passedOver: [2],
      manifest: { entries: [{ number: 1 }, {}, {}] },
    })
    await draw(db, roundId)
    expect(await read(roundId)).toMatchObject({ drawnAt: due, draw: { manifestHash: (await findPublished(db, roundId))!.hash } })
    const { manifest, draw: drawn, hash } = (await findPublished(db, roundId))!
    expect(verifyBallot(manifest, drawn!, hash)).toMatchObject({ isGood: true, manifestHash: hash })
    expect(verifyBallot(manifest, drawn!.replace('"pass":1', '"pass":2')).isGood).toBe(false)
  } finally {
    await closeDb(db)
    await database.drop()
  }
})
