import { anyOf } from '#db/any-of.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import type { NotNull } from 'kysely'
import { addDays, dayOf, minuteFrom, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import { readClosedOccupancy } from '#modules/availability/store.ts'
import { insertDraft } from '#modules/preorders/draft-store.ts'
import { prepareRequest } from '#modules/preorders/prepare-request.ts'
import { insertRound, readRounds } from '#modules/preorders/round-store.ts'
import { currentRound, preOrderNumber, type Line, type NewRound, type Round } from '#modules/preorders/rules.ts'
import { indexOccupancy } from '#modules/preorders/season.ts'
import { submitPreOrders } from '#modules/preorders/store.ts'
import { slotsOn } from '#modules/venues/hours-rules.ts'
import type { Catalogue, Facility } from '#modules/venues/rules.ts'
import { readCatalogue } from '#modules/venues/store.ts'
import { loadBallots } from './load-ballots.ts'
import { seasonDraft, seasonRequests } from './people.ts'

type Person = { id: string; account: string; name: string; mobile: string }

const aMinute = 60_000
const seasonDays = 91
/** Facilities that take no pre-orders: the pool needs its lanes for courses. */
const notInRounds = new Set(['POOL'])

/** Loads three rounds (over, open, coming) and the pre-orders of the open one. Loaded once. */
export async function loadRounds(trx: Trx, now: Date): Promise<void> {
  if (await trx.selectFrom('rounds').select('id').limit(1).executeTakeFirst()) return
  const staff = await trx.selectFrom('members').select('id').where('account', '=', 'staff').executeTakeFirst()
  const catalogue = await readCatalogue(trx)
  for (const round of roundsAround(catalogue, now)) await insertRound(trx, round, staff?.id ?? null, now)
  const open = currentRound(await readRounds(trx), now)!
  const accounts = [...seasonRequests, seasonDraft].map(({ account }) => account)
  const people = await trx
    .selectFrom('members')
    .select(['id', 'account', 'name', 'mobile'])
    .where('account', '=', anyOf(accounts))
    .$narrowType<{ account: NotNull }>()
    .execute()
  await submitRequests(trx, catalogue, open, people)
  await saveDraftOf(trx, catalogue, open, people, now)
  await loadBallots(trx, catalogue, { monday: open.seasonFrom, staffId: staff?.id ?? null }, now)
}

/** Seasons follow each other without a gap; the open one begins four weeks from now, on a Monday. */
function roundsAround(catalogue: Catalogue, now: Date): NewRound[] {
  const inFourWeeks = addDays(dayOf(now), 28)
  const monday = addDays(inFourWeeks, (8 - weekdayOf(inFourWeeks)) % 7)
  const at = (days: number, minute: number) => momentAt(addDays(dayOf(now), days), minute)
  /** Viewing opens at nine, ordering at noon, and a window ends with its last day. */
  const windowOf = (view: number, order: number, end: number) => ({
    viewStart: at(view, 9 * 60),
    orderStart: at(order, 12 * 60),
    end: new Date(at(end, 24 * 60).getTime() - 1000),
  })
  return [
    roundOf(catalogue, addDays(monday, -seasonDays), windowOf(-98, -91, -77)),
    roundOf(catalogue, monday, windowOf(-7, -1, 13)),
    roundOf(catalogue, addDays(monday, seasonDays), windowOf(70, 77, 91)),
  ]
}

function roundOf(catalogue: Catalogue, seasonFrom: Day, window: Pick<NewRound, 'viewStart' | 'orderStart' | 'end'>): NewRound {
  const [year, month] = seasonFrom.split('-').map(Number)
  const months = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
  return {
    name: { tw: `${year} 年 ${month} 月起季租`, en: `Season from ${months.format(new Date(`${seasonFrom}T00:00:00Z`))} ${year}` },
    seasonFrom,
    seasonTo: addDays(seasonFrom, seasonDays - 1),
    ...window,
    mode: 'first-come',
    newcomerPercent: 0,
    periodsPerWeek: 2,
    minutesPerPeriod: 120,
    payDays: 7,
    giveBackHours: defaultSettings.rounds.giveBackHours,
    documentKinds: ['application', 'affidavit', 'roster'],
    facilities: catalogue.facilities
      .filter(({ code }) => !notInRounds.has(code))
      .map((facility) => ({ facilityId: facility.id, ...hoursOf(facility, seasonFrom, catalogue.holidays) })),
  }
}

/** From eight in the morning, or later where the facility opens later, until it closes. */
function hoursOf(facility: Facility, day: Day, holidays: Catalogue['holidays']): { opens: number; closes: number } {
  const slots = slotsOn(facility, day, holidays)
  return { opens: Math.max(slots[0]!.start, 8 * 60), closes: slots.at(-1)!.end }
}

type SeasonRequest = (typeof seasonRequests)[number]

function aboutOf(
  catalogue: Catalogue,
  { seasonFrom, seasonTo }: Round,
  { title, purpose, headcount, lines }: SeasonRequest,
  { name, mobile }: Person,
) {
  const courts = catalogue.facilities.flatMap((facility) => facility.courts)
  const asLine = ({ court, weekday, start, end }: SeasonRequest['lines'][number]): Line => ({
    courtId: courts.find(({ code }) => code === court)!.id,
    start: minuteFrom(start),
    end: minuteFrom(end),
    weekly: { weekday, from: seasonFrom, to: seasonTo, except: [] },
  })
  return { title, purpose, headcount, contactName: name, contactPhone: mobile, lines: lines.map(asLine) }
}

/** Submits the pre-orders as if minutes apart after the opening; generated members get no mails. */
async function submitRequests(trx: Trx, catalogue: Catalogue, round: Round, people: Person[]): Promise<void> {
  const season = { start: momentAt(round.seasonFrom, 0), end: momentAt(round.seasonTo, 24 * 60) }
  const closed = indexOccupancy(await readClosedOccupancy(trx, season))
  const requests = seasonRequests.flatMap((request, n) => {
    const person = people.find(({ account }) => account === request.account)
    if (!person) return []
    const pressedAt = new Date(round.orderStart.getTime() + (n + 1) * 7 * aMinute)
    const input = { ...aboutOf(catalogue, round, request, person), memberId: person.id, documents: [], acceptPartial: true }
    const prepared = prepareRequest(
      { catalogue, round, closed },
      input,
      { orderNo: preOrderNumber(pressedAt, randomBytes(7)), named: false },
      pressedAt,
    )
    if (!prepared.ok) throw new Error(`${request.title}: ${prepared.refusal.code}`)
    return [prepared.value]
  })
  if (requests.length === 0) return
  const outcomes = await submitPreOrders(trx, requests)
  const refused = outcomes.find((outcome) => 'refused' in outcome)
  if (refused) throw new Error(`a pre-order of the demo is refused: ${JSON.stringify(refused)}`)
  await trx.updateTable('outbox').set({ told_at: round.orderStart }).execute()
}

async function saveDraftOf(trx: Trx, catalogue: Catalogue, round: Round, people: Person[], now: Date): Promise<void> {
  const person = people.find(({ account }) => account === seasonDraft.account)
  if (!person) return
  const draft = { id: randomUUID(), orderNo: preOrderNumber(now, randomBytes(7)), roundId: round.id, memberId: person.id }
  await insertDraft(trx, { ...aboutOf(catalogue, round, seasonDraft, person), ...draft }, now)
}
