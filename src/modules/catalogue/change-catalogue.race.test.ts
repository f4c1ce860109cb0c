import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { writeAudit } from '#modules/audit/store.ts'
import { releaseDates } from '#modules/preorders/release-dates.ts'
import { barrier } from '#testing/moments.ts'
import { freshDb } from '#testing/postgres.ts'
import { newMembers } from '#testing/small-centre.ts'
import { changeCatalogue } from './change-catalogue.ts'
import type { FacilityFile } from './file-wire.ts'
import { previewChange } from './preview-change.ts'
import { readCatalogueFile, revisionsOf } from './read-catalogue-file.ts'
import { templateFile } from './templates.ts'
import { writeParts } from './write-parts.ts'

const now = new Date('2026-11-15T10:00:00+08:00')
const people = 16
let db: Db
let close: () => Promise<void>
let members: string[]
beforeAll(async () => {
  ;({ db, close } = await freshDb(people))
  members = await newMembers(db, people)
  const made = await send(0, { facility: templateFile('badminton-hall', '2026-01-01').facilities![0]!, basedOn: undefined })
  if (!made.ok) throw new Error(JSON.stringify(made.refusal))
})
afterAll(() => close())

const read = async () => {
  const file = await readCatalogueFile(db)
  return { facility: file.facilities.find(({ code }) => code === 'BAD')!, basedOn: revisionsOf(file) }
}
type Seen = { facility: FacilityFile; basedOn: Record<string, string> | undefined }

const changeOf = ({ facility, basedOn }: Seen) => ({ changes: { facilities: [facility] }, mode: 'merge' as const, basedOn })

/** Sends a change as the call does. */
const send = (n: number, seen: Seen) => {
  const source = { at: now, memberId: members[n]!, name: `同仁 ${n}`, roles: ['manager' as const], address: '', call: '', requestId: null }
  const change = { ...changeOf(seen), reason: '', confirmTouched: 0, by: members[n]! }
  return changeCatalogue({ db, releaseDates }, change, (trx, entry) => writeAudit(trx, source, entry), now)
}

/** What each of them changes: one writes the name, another the place, a third a price. */
function edited({ facility, basedOn }: Seen, n: number): Seen {
  const copy = structuredClone(facility)
  if (n % 3 === 0) copy.name.en = `Hall of ${n}`
  if (n % 3 === 1) copy.place.en = `Floor ${n}`
  if (n % 3 === 2) copy.priceLists[0]!.prices['PUB'] = [1000 + n, 2000 + n]
  return { facility: copy, basedOn }
}

describe('many changes of one facility that are based on the same revision', () => {
  it('are taken once; the others learn who was faster, when, and what is there now', async () => {
    const seen = await read()
    const results = await Promise.all(Array.from({ length: people }, (_, n) => send(n, edited(seen, n))))
    const winner = results.findIndex(({ ok }) => ok)
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    const after = await read()
    expect(after.facility).toEqual(edited(seen, winner).facility)
    for (const result of results)
      if (!result.ok)
        expect(result.refusal).toMatchObject({
          code: 'changed_meanwhile',
          preview: {
            conflicts: [{ part: 'facility:BAD', now: after.facility, changedBy: `同仁 ${winner}`, changedAt: now }],
            revisions: after.basedOn,
          },
        })
    // Whoever was refused goes on from the revision that came with the refusal.
    const loser = results.findIndex(({ ok }) => !ok)
    const { refusal } = results[loser] as { refusal: { preview: { revisions: Record<string, string> } } }
    expect((await send(loser, edited({ facility: after.facility, basedOn: refusal.preview.revisions }, loser))).ok).toBe(true)
  })

  it('are all taken when each looks before the others write, and all but one are lost: without the lock the comparison is no guard', async () => {
    const seen = await read()
    const looked = barrier(people)
    const unlocked = (n: number) =>
      db.transaction().execute(async (trx) => {
        const preview = await previewChange(trx, changeOf(edited(seen, n)), now)
        await looked()
        if (preview.conflicts.length > 0) return false
        await writeParts(trx, preview, { by: members[n]! }, now)
        return true
      })
    const taken = await Promise.all(Array.from({ length: people }, (_, n) => unlocked(n).catch(() => false)))
    expect(taken.filter(Boolean).length).toBeGreaterThan(1)
    const { facility } = await read()
    const kept = taken.filter(
      (was, n) => was && JSON.stringify(edited({ facility, basedOn: undefined }, n).facility) === JSON.stringify(facility),
    )
    expect(kept.length, 'changes that were taken and are still there').toBeLessThan(taken.filter(Boolean).length)
  })

  it('overwrite each other when none says what it is based on, so the comparison is needed too', async () => {
    const seen = await read()
    const results = await Promise.all([0, 1].map((n) => send(n, { ...edited(seen, 30 + n), basedOn: undefined })))
    expect(results.every(({ ok }) => ok)).toBe(true)
    const { facility } = await read()
    expect([facility.name.en === 'Hall of 30', facility.place.en === 'Floor 31'].filter(Boolean)).toHaveLength(1)
  })
})
