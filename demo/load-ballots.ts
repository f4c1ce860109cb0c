import { anyOf } from '#db/any-of.ts'
import { createHash, randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import type { NotNull } from 'kysely'
import { addDays, dayOf, momentAt, type Day } from '#lib/zone.ts'
import { auditAsService } from '#modules/audit/audit-as-service.ts'
import { computeDraw, writeDraw } from '#modules/ballots/draw-round.ts'
import { insertEntry, replaceWishes } from '#modules/ballots/entry-store.ts'
import { freezeIn } from '#modules/ballots/freeze-round.ts'
import { commitmentTo } from '#modules/ballots/hashes.ts'
import { commitReveal, type RandomSource } from '#modules/ballots/random-source.ts'
import type { Wish } from '#modules/ballots/wish-rules.ts'
import { insertRound } from '#modules/preorders/round-store.ts'
import type { NewRound } from '#modules/preorders/rules.ts'
import type { Catalogue, Facility } from '#modules/venues/rules.ts'

const aDay = 86_400_000

/** Clubs with the hours that they want, the dearest first: weekday, start, and the number of a court or 0 for any. */
type Ranked = { account: string; title: string; headcount: number; wishes: [weekday: number, start: number, court: number][] }

const drawnEntries: Ranked[] = [
  {
    account: 'community',
    title: '假日親子桌球',
    headcount: 12,
    wishes: [
      [6, 10, 1],
      [6, 14, 1],
      [7, 10, 0],
    ],
  },
  {
    account: 'club1',
    title: '週六體能課',
    headcount: 10,
    wishes: [
      [6, 10, 1],
      [7, 14, 0],
    ],
  },
  {
    account: 'club4',
    title: '桌球交流',
    headcount: 8,
    wishes: [
      [6, 10, 1],
      [6, 14, 1],
    ],
  },
  {
    account: 'club5',
    title: '週末桌球',
    headcount: 8,
    wishes: [
      [6, 14, 1],
      [7, 10, 1],
    ],
  },
]
const openEntries: Ranked[] = [
  {
    account: 'club1',
    title: '團練',
    headcount: 16,
    wishes: [
      [2, 19, 0],
      [4, 19, 0],
      [6, 10, 1],
    ],
  },
  {
    account: 'club3',
    title: '週間練習',
    headcount: 12,
    wishes: [
      [2, 19, 1],
      [3, 19, 0],
    ],
  },
  {
    account: 'club4',
    title: '雙打練習',
    headcount: 14,
    wishes: [
      [2, 19, 0],
      [5, 19, 0],
    ],
  },
  {
    account: 'club6',
    title: '羽球入門',
    headcount: 20,
    wishes: [
      [4, 19, 0],
      [6, 10, 0],
      [7, 10, 0],
    ],
  },
]

/** The demo's draws: one that is over and can be verified, and one that is open for wishes. */
export async function loadBallots(
  trx: Trx,
  catalogue: Catalogue,
  { monday, staffId }: { monday: Day; staffId: string | null },
  now: Date,
): Promise<void> {
  const [tables, hall] = ['TT', 'BAD'].map((code) => catalogue.facilities.find((one) => one.code === code))
  if (!tables || !hall) return
  const drawn = roundOf(tables, { tw: '桌球室週末抽籤季租', en: 'Table tennis at weekends, by draw' }, monday, 4, now, [-9, -8, -4])
  const drawnId = await insertRound(trx, { ...drawn, periodsPerWeek: 1 }, staffId, now)
  await enterAll(trx, drawnId, tables, drawnEntries, new Date(now.getTime() - 6 * aDay))
  await drawNow(trx, drawnId, now)
  const open = roundOf(hall, { tw: '羽球館抽籤季租', en: 'Badminton hall, by draw' }, addDays(monday, 91), 13, now, [-3, -2, 20])
  await enterAll(trx, await insertRound(trx, open, staffId, now), hall, openEntries, new Date(now.getTime() - aDay))
}

function roundOf(
  facility: Facility,
  name: NewRound['name'],
  seasonFrom: Day,
  weeks: number,
  now: Date,
  [view, order, end]: [number, number, number],
): NewRound {
  const at = (days: number, minute: number) => momentAt(addDays(dayOf(now), days), minute)
  return {
    name,
    seasonFrom,
    seasonTo: addDays(seasonFrom, weeks * 7 - 1),
    viewStart: at(view, 9 * 60),
    orderStart: at(order, 12 * 60),
    end: new Date(at(end, 24 * 60).getTime() - 1000),
    mode: 'ballot',
    newcomerPercent: 0,
    periodsPerWeek: 2,
    minutesPerPeriod: 120,
    payDays: 7,
    giveBackHours: 48,
    documentKinds: ['application', 'affidavit', 'roster'],
    facilities: [{ facilityId: facility.id, opens: 8 * 60, closes: 22 * 60 }],
  }
}

async function enterAll(trx: Trx, roundId: number, facility: Facility, entries: Ranked[], from: Date): Promise<void> {
  const members = await trx
    .selectFrom('members')
    .select(['id', 'account', 'name', 'mobile'])
    .where('account', '=', anyOf(entries.map(({ account }) => account)))
    .$narrowType<{ account: NotNull }>()
    .execute()
  for (const [n, { account, title, headcount, wishes }] of entries.entries()) {
    const member = members.find((one) => one.account === account)
    if (!member) continue
    const entry = { id: randomUUID(), roundId, memberId: member.id }
    const about = { title, purpose: '', headcount, contactName: member.name, contactPhone: member.mobile }
    await insertEntry(trx, { ...about, ...entry }, new Date(from.getTime() + n * 3_600_000))
    await replaceWishes(
      trx,
      entry.id,
      wishes.map(([weekday, hour, court]): Wish => ({
        weekday,
        start: hour * 60,
        end: (hour + 2) * 60,
        facilityId: facility.id,
        courtId: court === 0 ? null : facility.courts[court - 1]!.id,
        leastPercent: 75,
      })),
    )
  }
}

/** A fixed secret in place of a random one: the demo is the same whenever it is loaded. */
const secret = createHash('sha256').update('fieldhouse demo').digest('hex')
const demoSource: RandomSource = {
  ...commitReveal,
  promise: (drawAt) => ({ randomness: { source: 'commit-reveal', commitment: commitmentTo(secret) }, drawAt, secret }),
}

/** Frozen three days ago, drawn a day and a half later. Generated members get no mails. */
async function drawNow(trx: Trx, roundId: number, now: Date): Promise<void> {
  const audit = auditAsService('demo', now)
  const frozen = await freezeIn(trx, demoSource, { roundId, by: null }, audit, new Date(now.getTime() - 3 * aDay))
  const drawnAt = new Date(now.getTime() - 1.5 * aDay)
  const computed = await computeDraw(trx, demoSource, roundId, drawnAt)
  if (!frozen.ok || !computed.ok) throw new Error('the demo’s ballot cannot be drawn')
  const written = await writeDraw(trx, { roundId, by: null, ...computed.value }, audit, drawnAt)
  if (!written.ok) throw new Error(`the demo’s ballot is not drawn: ${written.refusal.code}`)
  await trx
    .updateTable('outbox')
    .set({ told_at: drawnAt })
    .where('topic', 'in', ['ballot', 'preorder'])
    .where('told_at', 'is', null)
    .execute()
}
