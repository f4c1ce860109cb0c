import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unaudited } from '#testing/unaudited.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { fault, codeFor } from '#testing/feedback.ts'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { withoutConstraint, withSlowInserts } from '#testing/without-guards.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { moveOn, noteOnReport } from './handle-report.ts'

let service: TestService
let me: TestMember
let orderNo: string
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  me = await service.newMember()
  orderNo = await placed(service, me, [at(1, 16, 8)])
  await paid(service.db, orderNo, service.clock.now())
  service.clock.advance(3 * 86_400_000)
})
afterAll(() => service.close())
const empty = () => emptyTables(service.db, 'ratings')
beforeEach(empty)

const slowly = <T>(table: string, work: () => Promise<T>) => withSlowInserts(service.db, table, 0.05, work)

const together = <T>(count: number, press: () => Promise<T>) => Promise.all(Array.from({ length: count }, press))
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

describe('a booking rated several times at once', () => {
  const rate = (body: object) => together(8, () => service.call('POST', '/api/Star', { as: me, body: { stars: 5, ...body } }))

  it('keeps one rating', async () => {
    expect(statuses(await slowly('ratings', () => rate({ orderNo })))).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
    expect(await service.db.selectFrom('ratings').select('id').execute()).toHaveLength(1)
  })

  it('and the centre keeps one rating a day', async () => {
    expect(statuses(await slowly('ratings', () => rate({})))).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  })

  it('keeps eight ratings with the constraint dropped, so the tests above mean something', async () => {
    const answers = await withoutConstraint(service.db, ['ratings', 'ratings_once_an_order'], empty, () => rate({ orderNo }))
    expect(statuses(answers)).toEqual(Array.from({ length: 8 }, () => 201))
  })
})

describe('one code for many reports at once', () => {
  const file = (mobile: string, smsCode: string) =>
    together(8, () => service.call('POST', '/api/Repair2', { body: { ...fault, mobile, smsCode } }))
  const made = (mobile: string) => service.db.selectFrom('reports').select('ticket_no').where('mobile', '=', mobile).execute()

  it('makes one report', async () => {
    const mobile = '0977000001'
    const code = await codeFor(service, mobile)
    expect(statuses(await slowly('reports', () => file(mobile, code)))).toEqual([201, 400, 400, 400, 400, 400, 400, 400])
    expect(await made(mobile)).toHaveLength(1)
  })

  it('makes several when a used code is not marked, so the test above means something', async () => {
    const mobile = '0977000002'
    const smsCode = await codeFor(service, mobile)
    await sql
      .raw('create function forget_use() returns trigger language plpgsql as $$ begin new.used_at = null; return new; end $$')
      .execute(service.db)
    await sql`create trigger forget_use before update on sms_codes for each row execute function forget_use()`.execute(service.db)
    await file(mobile, smsCode)
    expect((await made(mobile)).length).toBeGreaterThan(1)
    await sql`drop trigger forget_use on sms_codes`.execute(service.db)
  })
})

describe('two of the staff at one report', () => {
  const ticketFor = async () => (await service.call('POST', '/api/Repair2', { as: await service.newMember(), body: fault })).body.ticketNo
  const depsOf = () => {
    const { db, jobs, tokens, files } = service
    const catalogues = openCatalogues(db)
    return { db, jobs, tokens, files, catalogues, publicUrl: '', moneyOwed() {}, releaseDates: async () => 0 }
  }

  it('wait for each other, and need one connection each', async () => {
    const [ticketNo, deps] = [await ticketFor(), depsOf()]
    const noted = await together(25, () =>
      noteOnReport(deps, { ticketNo, by: me.id, text: '備料中', public: true }, unaudited, service.clock.now()),
    )
    expect(noted.every(({ ok }) => ok)).toBe(true)
  })

  it('close the court once; the second one is told that it is closed', async () => {
    const [ticketNo, deps] = [await ticketFor(), depsOf()]
    const close = () => moveOn(deps, { ticketNo, by: me.id, to: 'done', text: '' }, unaudited, service.clock.now())
    const moved = await slowly('report_notes', () => together(2, close))
    expect(moved.filter(({ ok }) => !ok)).toEqual([
      { ok: false, refusal: { code: 'report_not_there', state: 'done', movedBy: expect.any(String) } },
    ])
  })
})

describe('ticket numbers', () => {
  const reports = async () => {
    const members = await together(10, () => service.newMember())
    return Promise.all(members.map((as) => service.call('POST', '/api/Repair2', { as, body: { ...fault, venue2ndId: undefined } })))
  }

  it('are unique when many report at once', async () => {
    const numbers = (await reports()).map(({ body }) => body.ticketNo)
    expect(new Set(numbers).size).toBe(10)
  })

  it('repeat when they are counted from the rows, so the test above means something', async () => {
    const counted = () =>
      service.db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ next: number }>`select count(*) + 1 as next, pg_sleep(0.05) from reports`.execute(trx)
        const { facility_id, locale, ...row } = { facility_id: 1, locale: 'tw', id: randomUUID() }
        await sql`insert into reports (id, kind, facility_id, title, description, contact_name, contact_phone, member_id, locale, state, created_at, changed_at)
          values (${row.id}, 'repair', ${facility_id}, '', '', '', '', ${me.id}, ${locale}, 'received', now(), now())`.execute(trx)
        return rows[0]!.next
      })
    expect(new Set(await together(8, counted)).size).toBeLessThan(8)
  })
})
