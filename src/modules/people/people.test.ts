import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { readQuery, type PersonQuery } from '#modules/orders/line-rules.ts'
import { waysTo } from '#modules/orders/person-search-store.ts'

let service: TestService
let me: TestMember
let desk: TestMember
let manager: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  me = await service.newMember()
  desk = await service.newMember({ role: 'desk' })
  manager = await service.newMember({ role: 'manager' })
  await sql`update members set name = 'Amy Chen', mobile = '0912777888', email = 'amy.c@example.com', account = 'amyc77' where id = ${me.id}`.execute(
    service.db,
  )
})
afterAll(() => service.close())

const search = async (q: string) =>
  (await service.call('GET', `/api/Staff/Person/Search?${new URLSearchParams({ q })}`, { as: desk })).body.items.map(
    ({ id }: { id: string }) => id,
  )
const card = (id = me.id) => service.call('GET', `/api/Staff/Person/${id}`, { as: desk })
const post = (path: string, body: object, as = desk) => service.call('POST', `/api/Staff/Person/${path}`, { as, body })
const audited = async (action: string) =>
  (await service.db.selectFrom('audit_log').select(['member_id', 'subject_id', 'note']).where('action', '=', action).execute()).map(
    ({ member_id, subject_id, note }) => [member_id, subject_id, note],
  )

describe('the search', () => {
  it('finds by any part of a name, the start or end of a mobile or an order number, and the start of an address or an account', async () => {
    const other = await service.newMember()
    await sql`update members set name = '王小明' where id = ${other.id}`.execute(service.db)
    const orderNo = await placed(service, me, [at(1, 20, 19)])
    for (const q of ['amy', 'AMY C', 'chen', '0912777', '0912-777', 'amy.c@', 'AmyC7', orderNo, orderNo.slice(0, 11).toLowerCase()])
      expect(await search(q), q).toContain(me.id)
    for (const q of ['王', '王小', '王小明']) expect(await search(q), q).toContain(other.id)
    // Any part of a name, the end of a mobile or of an order number, and no wildcards
    for (const q of ['my', 'y c', 'hen', '777888', orderNo.slice(-4), orderNo.slice(-6).toLowerCase()])
      expect(await search(q), q).toContain(me.id)
    for (const q of ['小明', '12777', '%', '_my', 'a%c', 'chen amy', 'cmy']) expect(await search(q), q).not.toContain(me.id)
    for (const q of ['小', '小明', '明']) expect(await search(q), q).toEqual([other.id])
  })

  it('forgets who has closed their account', async () => {
    const gone = await service.newMember()
    await sql`update members set name = '離開了', closed_at = now() where id = ${gone.id}`.execute(service.db)
    expect(await search('離開')).toEqual([])
    expect((await card(gone.id)).status).toBe(404)
  })

  it('reads a text as an order number, a mobile or words', () => {
    expect(readQuery(' f261115k7m ')).toEqual({ orderNo: 'F261115K7M' })
    expect(readQuery('０９１２ 345')).toEqual({ mobile: '0912345' })
    expect(readQuery('7788')).toEqual({ mobile: '7788', orderEnd: '7788' })
    expect(readQuery('+88691')).toEqual({ mobile: '+88691' })
    expect(readQuery('Fang')).toEqual({ words: 'fang', orderEnd: 'FANG' })
    expect(readQuery('k7m')).toEqual({ words: 'k7m' })
    expect(readQuery('12')).toEqual({ words: '12' })
  })

  it('has an index that each way of searching can use', async () => {
    const { db } = service
    await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const plan = async (condition: string) => {
        const { rows } = await sql<Record<string, string>>`${sql.raw(`explain ${condition}`)}`.execute(trx)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      }
      const members = 'select id from members m where closed_at is null and'
      expect(await plan(`${members} lower(m.name) ~>=~ 'a' and lower(m.name) ~<~ 'b'`)).toContain('members_by_name')
      const last = `lower(substring(m.name from '[^ ]+$'))`
      expect(await plan(`${members} m.name like '% %' and ${last} ~>=~ 'a' and ${last} ~<~ 'b'`)).toContain('members_by_last_name')
      expect(await plan(`${members} m.mobile <> '' and m.mobile ~>=~ '09' and m.mobile ~<~ '10'`)).toContain('members_by_mobile')
      expect(await plan(`${members} lower(m.email) ~>=~ 'a' and lower(m.email) ~<~ 'b'`)).toContain('members_by_email')
      expect(await plan(`${members} lower(m.account) ~>=~ 'a' and lower(m.account) ~<~ 'b'`)).toContain('members_by_account')
      expect(await plan(`select id from orders o where o.order_no ~>=~ 'F' and o.order_no ~<~ 'G'`)).toContain('orders_by_no')
      expect(await plan(`${members} m.mobile <> '' and reverse(m.mobile) ~>=~ '8' and reverse(m.mobile) ~<~ '9'`)).toContain(
        'members_by_mobile_end',
      )
      expect(await plan(`select id from orders o where reverse(o.order_no) ~>=~ 'F' and reverse(o.order_no) ~<~ 'G'`)).toContain(
        'orders_by_no_end',
      )
    })
  })

  it('finds a part of a name, the end of a mobile and of an order number by an index, among many', async () => {
    const rollBack = new Error('rolled back')
    const asked = service.db.transaction().execute(async (trx) => {
      await sql`insert into members (id, account, email, email_confirmed_at, name, mobile, secret_hash, locale, identity_id)
        select gen_random_uuid(), 'many' || n, 'many' || n || '@example.com', now(), '陳' || chr(20000 + n) || chr(30000 + n),
          '09' || lpad(n::text, 8, '0'), '', 'tw', 1 from generate_series(1, 4000) as n`.execute(trx)
      await sql`analyze members`.execute(trx)
      const used = async (query: PersonQuery) => {
        const { rows } = await sql<Record<string, string>>`explain ${sql`select * from (${waysTo(query)}) as found`}`.execute(trx)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      }
      const byName = await used({ words: '小明', orderEnd: 'K7MQ' })
      expect(byName).toContain('members_by_name_part')
      expect(byName).not.toContain('Seq Scan on members')
      expect(await used({ mobile: '7788' })).toContain('members_by_mobile_end')
      throw rollBack
    })
    await expect(asked).rejects.toBe(rollBack)
  })
})

describe('the card', () => {
  it('shows identity, orders, money, messages and sessions, and that it was opened is in the audit log', async () => {
    const orderNo = await placed(service, me, [at(2, 21, 19)])
    await paid(service.db, orderNo, service.clock.now())
    const { status, body } = await card()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Amy Chen',
      mobile: '0912777888',
      suspension: null,
      roles: [],
      identity: { state: 'none-needed' },
    })
    const order = body.orders.find((one: { orderNo: string }) => one.orderNo === orderNo)
    expect(order).toMatchObject({ status: 'confirmed', place: '羽球館 羽球場 2', items: 1 })
    expect(body.money).toEqual({ paid: order.amount, givenBack: 0, owed: 0 })
    expect(body.sessions).toHaveLength(1)
    // A screen that stays open reads the card again and again: one look in fifteen minutes.
    await card()
    const looks = async () => (await audited('person.opened')).filter(([by, of]) => by === desk.id && of === me.id)
    expect(await looks()).toEqual([[desk.id, me.id, '']])
    service.clock.advance(16 * 60_000)
    await card()
    expect(await looks()).toHaveLength(2)
    expect((await card(randomUUID())).status).toBe(404)
  })

  it('shows a guest, who has no account', async () => {
    const id = randomUUID()
    await sql`insert into members (id, name, mobile, locale, identity_id, is_guest) values (${id}, '路過的客人', '0955111222', 'tw', 1, true)`.execute(
      service.db,
    )
    expect(await search('路過')).toEqual([id])
    expect(await search('0955111')).toEqual([id])
    expect(await card(id)).toMatchObject({ status: 200, body: { isGuest: true, account: '', email: '', sessions: [] } })
  })

  it('keeps notes of colleagues, which the audit log does not repeat', async () => {
    const noteId = randomUUID()
    const twice = await Promise.all([1, 2].map(() => post('Note', { id: me.id, noteId, text: '對花粉過敏' })))
    expect(twice.map(({ status }) => status)).toEqual([204, 204])
    const { notes } = (await card()).body
    const [note] = notes
    expect(notes).toEqual([expect.objectContaining({ id: noteId, text: '對花粉過敏' })])
    expect(await post('Note', { id: me.id, noteId, text: '另一則' })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    expect((await post('Note', { id: me.id, noteId: randomUUID(), text: '  ' })).status).toBe(422)
    expect((await post('Note', { id: randomUUID(), noteId: randomUUID(), text: '誰' })).status).toBe(404)
    expect((await post('Note/Remove', { noteId: note.id })).status).toBe(204)
    expect((await post('Note/Remove', { noteId: note.id })).status).toBe(404)
    expect((await card()).body.notes).toEqual([])
    expect(await audited('person.noted')).toEqual([[desk.id, me.id, '']])
    expect(JSON.stringify(await service.db.selectFrom('audit_log').selectAll().execute())).not.toContain('花粉')
  })

  it('withdraws a point once, with a reason, and lifts a suspension that has too few left', async () => {
    const orderNo = await placed(service, me, [at(3, 22, 19)])
    const { id: orderId } = await service.db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
    const now = service.clock.now()
    const suspensionId = randomUUID()
    await sql`insert into suspensions (id, member_id, starts_at, ends_at, points, created_at) values (${suspensionId}, ${me.id}, ${now}, ${now}::timestamptz + interval '9 days', 3, ${now})`.execute(
      service.db,
    )
    for (const n of [1, 2, 3])
      await sql`insert into violations (id, member_id, kind, cause, order_id, at, expires_at, suspension_id)
        values (${randomUUID()}, ${me.id}, 'late-cancel', ${`test:${n}`}, ${orderId}, ${now}, ${now}::timestamptz + interval '90 days', ${suspensionId})`.execute(
        service.db,
      )
    const before = (await card()).body
    expect(before.suspension).toMatchObject({ id: suspensionId, reason: '' })
    const pointId = before.points[0].id
    expect((await post('Point/Withdraw', { pointId, reason: '場館停電' })).status).toBe(403)
    expect((await post('Point/Withdraw', { pointId, reason: '' }, manager)).status).toBe(422)
    expect((await post('Point/Withdraw', { pointId, reason: '場館停電' }, manager)).status).toBe(204)
    expect(await post('Point/Withdraw', { pointId, reason: '再一次' }, manager)).toMatchObject({
      status: 409,
      body: { code: 'point_removed' },
    })
    const after = (await card()).body
    expect(after.suspension).toBeNull()
    expect(after.points.map(({ status }: { status: string }) => status).toSorted()).toEqual(['counts', 'counts', 'removed'])
    expect(await audited('point.withdrawn')).toEqual([[manager.id, me.id, '場館停電']])
  })

  it('logs somebody out everywhere', async () => {
    const guest = await service.newMember()
    expect((await post('EndSessions', { id: guest.id })).status).toBe(403)
    expect((await post('EndSessions', { id: guest.id }, manager)).status).toBe(204)
    expect((await service.call('GET', '/api/AccountMember', { as: guest })).status).toBe(401)
    expect((await card(guest.id)).body.sessions).toEqual([])
    expect(await post('EndSessions', { id: desk.id }, manager)).toMatchObject({ status: 409, body: { code: 'person_is_staff' } })
  })

  it('says by which issuers somebody logs in, never as whom, and unlinks one on request: they are told, and logged out', async () => {
    const guest = await service.newMember()
    const { id: linkId } = await service.db
      .insertInto('login_subjects')
      .values({ issuer: 'https://id.example', subject: 'secret-subject', way: 'city', member_id: guest.id, linked_at: service.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const shown = await card(guest.id)
    expect(shown.body.logins).toMatchObject({ hasSecret: true, passkeys: 0, links: [{ id: linkId, title: 'city', lastUsedAt: null }] })
    expect(shown.text).not.toMatch(/secret-subject|id\.example/)
    const asked = { id: guest.id, linkId, reason: '手機被偷' }
    expect((await post('UnlinkWay', asked)).status, 'the desk does not').toBe(403)
    expect((await post('UnlinkWay', { ...asked, id: me.id }, manager)).status, 'of another member').toBe(404)
    expect(await post('UnlinkWay', { ...asked, id: manager.id }, manager)).toMatchObject({ body: { code: 'own_card' } })
    expect(await post('UnlinkWay', { ...asked, id: desk.id }, manager)).toMatchObject({ body: { code: 'person_is_staff' } })
    expect((await post('UnlinkWay', asked, manager)).status).toBe(204)
    expect((await post('UnlinkWay', asked, manager)).status).toBe(404)
    expect((await card(guest.id)).body).toMatchObject({ logins: { links: [] }, sessions: [] })
    expect(await audited('person.way_unlinked')).toEqual([[manager.id, guest.id, '手機被偷']])
    expect((await service.inbox(guest.email)).map(({ body }) => body).join()).toContain('city')
  })
})
