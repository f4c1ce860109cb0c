import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#db/connect.ts'
import { insertRound } from '#modules/preorders/round-store.ts'
import type { NewRound } from '#modules/preorders/rules.ts'
import type { TestService, TestMember } from './test-service.ts'
import { samplePdf } from './sample-files.ts'

type Window = Pick<NewRound, 'viewStart' | 'orderStart' | 'end'>

/** A season of thirteen weeks from Monday 4 January 2027, in the badminton hall and the arena of the small centre. */
export const season = { seasonFrom: '2027-01-04', seasonTo: '2027-04-04' }
const facilities = [
  { venue1stId: 1, opens: '06:00', closes: '22:00' },
  { venue1stId: 2, opens: '18:00', closes: '22:00' },
]
export const roundBody = (window: Window, more: object = {}) => ({
  nameTw: '2027 年第一季',
  nameEn: 'First season of 2027',
  ...season,
  viewStart: window.viewStart.toISOString(),
  orderStart: window.orderStart.toISOString(),
  end: window.end.toISOString(),
  facilities,
  ...more,
})

/** A round that opened an hour ago and lasts a week, by default. Created by the staff call, so that the service's cache knows it. */
export async function newRound(service: TestService, window: Partial<Window> = {}, more: object = {}): Promise<number> {
  const at = (hours: number) => new Date(service.clock.now().getTime() + hours * 3_600_000)
  const manager = await service.newMember({ role: 'manager' })
  const body = roundBody({ viewStart: at(-24), orderStart: at(-1), end: at(7 * 24), ...window }, more)
  const made = await service.call('POST', '/api/Staff/Round', { as: manager, body })
  if (made.status !== 201) throw new Error(`no round: ${made.text}`)
  return made.body.id
}

/** The same, written directly into a database. */
export const insertTestRound = (db: Db, window: Window, more: Partial<NewRound> = {}): Promise<number> =>
  insertRound(
    db,
    {
      name: { tw: '一', en: 'One' },
      ...season,
      ...window,
      mode: 'first-come',
      newcomerPercent: 0,
      periodsPerWeek: 2,
      minutesPerPeriod: 120,
      payDays: 7,
      giveBackHours: 48,
      documentKinds: ['application', 'affidavit', 'roster'],
      facilities: [{ facilityId: 1, opens: 360, closes: 1320 }],
      ...more,
    },
    null,
    window.viewStart,
  )

/** Every Tuesday of the season unless said otherwise, two hours from 19:00: thirteen dates. */
export const weekly = (venue2ndId: number, { weekday = 2, start = '19:00', end = '21:00', except = [] as string[] } = {}) => ({
  venue2ndId,
  start,
  end,
  weekly: { weekday, from: season.seasonFrom, to: season.seasonTo, except },
})
export const onDays = (venue2ndId: number, dates: string[], start = '19:00', end = '21:00') => ({ venue2ndId, start, end, dates })

export const preOrderBody = (lines: object[], more: object = {}) => ({
  title: '週二練球',
  purpose: '社員練習',
  contactName: '陳建宏',
  contactPhone: '0912345678',
  headcount: 12,
  lines,
  ...more,
})

export async function submitted(service: TestService, as: TestMember, lines: object[], more: object = {}): Promise<string> {
  const { status, body, text } = await service.call('POST', '/api/PreOrder/Community', { as, body: preOrderBody(lines, more) })
  if (status !== 201) throw new Error(`not submitted: ${text}`)
  return body.orderNo
}

export const communityPath = '/api/PreOrder/Community'

/** Calls of communities about pre-orders. `current` answers the service of the running test. */
export function communityCalls(current: () => TestService) {
  const call: TestService['call'] = (...given) => current().call(...given)
  return {
    submit: (as: TestMember, lines: object[], more: object = {}) => call('POST', communityPath, { as, body: preOrderBody(lines, more) }),
    edit: (as: TestMember, orderNo: string, lines: object[], more: object = {}) =>
      call('PUT', communityPath, { as, body: preOrderBody(lines, { orderNo, ...more }) }),
    draft: (as: TestMember, body: object) => call('PUT', `${communityPath}/Draft`, { as, body }),
    check: async (as: TestMember, lines: object[], more: object = {}) =>
      (await call('POST', `${communityPath}/Check`, { as, body: { lines, ...more } })).body,
    detail: async (as: TestMember, orderNo: string) => (await call('GET', `${communityPath}/Detail?orderNo=${orderNo}`, { as })).body,
    list: async (as: TestMember, query = '') => (await call('GET', `${communityPath}/List/Order${query}`, { as })).body,
    /** Number of spaces that are taken, over all times. */
    occupied: async () => Number((await sql<{ n: number }>`select count(*) as n from occupancy`.execute(current().db)).rows[0]!.n),
    async upload(as: TestMember, names: string[]): Promise<string[]> {
      const form = new FormData()
      for (const name of names) form.append('uploads', new File([samplePdf(name)], `${name}.pdf`))
      const { status, body } = await call('POST', '/api/PreOrder/CommunityAndUser/Docs', { as, body: form })
      expect(status).toBe(201)
      return body.map(({ id }: { id: string }) => id)
    },
  }
}

/** The whole badminton hall, for a day. */
export async function closeHall(service: TestService, date: string): Promise<void> {
  const manager = await service.newMember({ role: 'manager' })
  const body = { venue1stId: 1, date, reasonTw: '清潔', reasonEn: 'Cleaning' }
  const { status, text } = await service.call('POST', '/api/Staff/Facility/Close', { as: manager, body })
  if (status !== 200) throw new Error(`not closed: ${text}`)
}

/** Forty courts on forty spaces, beside those of the small centre. */
export async function manyCourts(db: Db, facilityId: number, from: number, count: number): Promise<void> {
  await sql`insert into spaces (id, facility_id, code) select n, ${facilityId}, 'S' || n from generate_series(${from}::integer, ${from + count - 1}::integer) as n`.execute(
    db,
  )
  await sql`insert into courts (id, facility_id, code, name_tw, name_en) select n, ${facilityId}, 'C' || n, '場 ' || n, 'Court ' || n from generate_series(${from}::integer, ${from + count - 1}::integer) as n`.execute(
    db,
  )
  await sql`insert into court_spaces (court_id, space_id) select n, n from generate_series(${from}::integer, ${from + count - 1}::integer) as n`.execute(
    db,
  )
  await sql`insert into court_prices (price_list_id, court_id, identity_id, off_peak, peak) select l.id, n, i, 270, 450 from price_lists l, generate_series(${from}::integer, ${from + count - 1}::integer) as n, unnest('{1,9}'::integer[]) as i where l.facility_id = ${facilityId}`.execute(
    db,
  )
}
