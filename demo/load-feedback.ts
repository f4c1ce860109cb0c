import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#db/connect.ts'
import { dayOf } from '#lib/zone.ts'
import { insertNote, insertReport, moveReport } from '#modules/feedback/report-store.ts'
import { aspects } from '#modules/feedback/rules.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { readCatalogue } from '#modules/venues/store.ts'
import { dice } from './demand.ts'
import { comments, demoReports, type DemoReport } from './opinions.ts'

const anHour = 3_600_000
/** Of a hundred ratings, how many have five, four, three and two stars. */
const usual = [46, 84, 95, 99]
const moods: Record<string, number[]> = { BAD: [52, 88, 96, 99], SQ: [58, 92, 98, 100], ARN: [34, 72, 92, 98], OBV: [28, 66, 88, 97] }
const shareThatRates = 0.15
const shareThatWrites = 0.3

/** Loads ratings and reports of the last weeks, once; generated members get no mails. */
export async function loadFeedback(trx: Trx, now: Date): Promise<void> {
  const loaded = await trx.selectFrom('rating_invitations').select('order_id').limit(1).executeTakeFirst()
  if (loaded) return
  const catalogue = await readCatalogue(trx)
  const people = await trx
    .selectFrom('members')
    .select(['id', 'account', 'name', 'mobile'])
    .where('account', 'in', ['member', 'staff'])
    .execute()
  const member = people.find(({ account }) => account === 'member')
  await loadRatings(trx, catalogue, member?.id ?? null, now)
  await sql`
    insert into rating_invitations (order_id, at)
    select id, ${now} from orders where member_id is distinct from ${member?.id ?? null} or state = 'completed'`.execute(trx)
  if (!member) return
  const staffId = people.find(({ account }) => account === 'staff')?.id ?? null
  for (const report of demoReports) await loadReport(trx, catalogue, report, { member, staffId }, now)
}

type Visit = { id: string; memberId: string; courtId: number; end: Date }

/** Ratings of visits that nobody was invited to rate yet. */
export async function loadRatings(trx: Trx, catalogue: Catalogue, ownId: string | null, now: Date): Promise<void> {
  const { rows: visits } = await sql<Visit>`
    select o.id, o.member_id as "memberId", i.court_id as "courtId", upper(i.during) as "end"
    from orders o join order_items i on i.order_id = o.id
    where o.state = 'completed' and o.member_id is distinct from ${ownId} and not exists (select from rating_invitations r where r.order_id = o.id)
    order by lower(i.during), i.court_id`.execute(trx)
  const roll = dice(visits.length)
  const ratings = visits.flatMap(({ id, memberId, courtId, end }) => {
    const { facility } = catalogue.courtOf.get(courtId)!
    const at = new Date(Math.min(now.getTime(), end.getTime() + (1 + roll() * 30) * anHour))
    const mood = roll() * 100
    const stars = 5 - (moods[facility.code] ?? usual).filter((limit) => mood >= limit).length
    const about = Object.fromEntries(aspects.map((one) => [one, Math.max(1, Math.min(5, stars + Math.round(roll() * 2 - 1)))]))
    const said = comments[stars]!
    const comment = roll() < shareThatWrites ? said[Math.floor(roll() * said.length)]! : ''
    if (roll() >= shareThatRates) return []
    return [
      {
        id: randomUUID(),
        order_id: id,
        member_id: memberId,
        facility_id: facility.id,
        day: dayOf(at),
        stars,
        ...about,
        comment,
        created_at: at,
      },
    ]
  })
  await sql`
    insert into ratings (id, order_id, member_id, facility_id, day, stars, cleanliness, equipment, staff, value, comment, created_at)
    select id, order_id, member_id, facility_id, day, stars, cleanliness, equipment, staff, value, comment, created_at
    from jsonb_populate_recordset(null::ratings, ${JSON.stringify(ratings)}::jsonb)`.execute(trx)
}

type Known = { member: { id: string; name: string; mobile: string }; staffId: string | null }

async function loadReport(trx: Trx, catalogue: Catalogue, report: DemoReport, { member, staffId }: Known, now: Date): Promise<void> {
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * anHour)
  const facility = catalogue.facilities.find(({ code }) => code === report.facility)
  if (!facility) return
  const id = randomUUID()
  const isMember = report.by === 'member'
  const who = report.by === 'member' ? member : report.by
  await insertReport(
    trx,
    {
      id,
      kind: report.kind,
      facilityId: facility.id,
      courtId: facility.courts.find(({ code }) => code === report.court)?.id ?? null,
      title: report.title ?? '',
      waterKind: report.waterKind ?? null,
      description: report.text,
      contactName: who.name,
      contactPhone: who.mobile,
      memberId: isMember ? member.id : null,
      mobile: isMember ? null : who.mobile,
      locale: report.locale,
    },
    at(report.hoursAgo),
  )
  await insertNote(trx, { reportId: id, by: null, public: true, state: 'received', text: '' }, at(report.hoursAgo))
  for (const { hoursAgo, state, text, internal } of report.steps) {
    if (state !== undefined && state !== 'received') await moveReport(trx, id, state, at(hoursAgo))
    await insertNote(trx, { reportId: id, by: staffId, public: internal !== true, state: state ?? null, text }, at(hoursAgo))
  }
}
