import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinOverlapping } from '#modules/accounts/rules.ts'
import { atMerging, leaveTheRest, withoutKey } from '#testing/everything-to-merge.ts'
import { leaveTracesEverywhere } from '#testing/everything-of-a-member.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { newMembers } from '#testing/small-centre.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'
import { mergeLateRows } from './members.ts'

let service: TestService
let manager: TestMember
let desk: TestMember
beforeAll(async () => {
  service = await openTestService()
  manager = await service.newMember({ role: 'manager' })
  desk = await service.newMember({ role: 'desk' })
})
afterAll(() => service.close())

const db = () => service.db
const call = (path: string, body: object, as = manager) => service.call('POST', `/api/Staff/Person/${path}`, { as, body })
const preview = (keptId: string, doubleId: string, as?: TestMember) => call('Merge/Preview', { keptId, doubleId }, as)
async function merge(keptId: string, doubleId: string, as?: TestMember) {
  const { body } = await preview(keptId, doubleId, as)
  return call('Merge', { keptId, doubleId, revision: body.revision ?? '', reason: '同一人' }, as)
}
async function newGuest(name: string, mobile: string): Promise<string> {
  const { body } = await service.call('POST', '/api/Staff/Guest', { as: desk, body: { name, mobile } })
  return body.memberId
}
const rowsOf = async (column: string, id: string): Promise<number> => {
  const [table, name] = column.split('.') as [string, string]
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(name)} = ${id}`.execute(db())
  return rows[0]!.n
}

describe('merging', () => {
  it('has a rule above for every foreign key to members, and for no other column', async () => {
    const { rows } = await sql<{ name: string }>`
      select k.conrelid::regclass || '.' || a.attname as name
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.contype = 'f' and k.confrelid = 'members'::regclass order by name`.execute(db())
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(atMerging).toSorted())
  })

  it('gives everything of the double to the kept member, ends what cannot follow, and leaves nothing that opens the double', async () => {
    const [kept, double] = [await service.newMember(), await service.newMember()]
    await leaveTracesEverywhere(service, double)
    await leaveTheRest(db(), double.id, service.clock.now())
    const moved = Object.entries({ ...atMerging, ...withoutKey }).filter(([, fate]) => fate !== 'stays')
    const before = new Map(await Promise.all(moved.map(async ([column]) => [column, await rowsOf(column, double.id)] as const)))
    expect(
      [...before].filter(([, count]) => count === 0).map(([column]) => column),
      'every column is filled, so that moving it means something',
    ).toEqual([])
    const keptBefore = new Map(await Promise.all(moved.map(async ([column]) => [column, await rowsOf(column, kept.id)] as const)))

    const answer = await preview(kept.id, double.id)
    expect(answer.body).toMatchObject({
      refusals: [],
      kept: { id: kept.id },
      double: { name: '甄別仁', mobile: '0987654321' },
      follows: {
        orders: 1,
        paid: 500,
        givenBack: 250,
        preOrders: 1,
        lockers: 2,
        proofs: 1,
        reports: 1,
        ratings: 1,
        notes: 1,
        isSuspended: true,
      },
      ends: { sessions: 1, passkeys: 1, calendars: 1 },
    })
    expect((await call('Merge', { keptId: kept.id, doubleId: double.id, revision: answer.body.revision })).body).toEqual({ id: kept.id })

    for (const [column, fate] of moved) {
      // The double itself is the newest row that was merged into the kept member.
      const more = column === 'members.merged_into' ? 1 : 0
      expect(await rowsOf(column, double.id), column).toBe(0)
      if (fate === 'follows') expect(await rowsOf(column, kept.id), column).toBe(keptBefore.get(column)! + before.get(column)! + more)
    }
    const row = await db().selectFrom('members').selectAll().where('id', '=', double.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ merged_into: kept.id, name: '', email: '', mobile: '', secret_hash: '', identity_id: 1 })
    const keptRow = await db()
      .selectFrom('members')
      .select(['identity_id', 'emergency_phone', 'email'])
      .where('id', '=', kept.id)
      .executeTakeFirstOrThrow()
    expect(keptRow, 'a better identity follows, the address does not').toEqual({
      identity_id: 7,
      emergency_phone: '0987654321',
      email: kept.email,
    })
    expect((await service.call('GET', '/api/AccountMember', { as: double })).status).toBe(401)
    const login = (emailOrAccount: string) =>
      service.call('POST', '/api/AccountMember/Login', { body: { emailOrAccount, secret: testSecret } })
    for (const name of ['zhenbie.ren', 'zhenbie@private.example', `closed-${double.id}`]) expect((await login(name)).status, name).toBe(400)
    expect((await service.call('GET', `/api/Staff/Person/Search?q=${encodeURIComponent('甄別')}`, { as: desk })).body.items).toEqual([])
    const followed = await service.call('GET', `/api/Staff/Person/${double.id}`, { as: desk })
    expect(followed.body, 'a link to the double').toMatchObject({ id: kept.id, email: kept.email })
  })

  it('is written to the audit log once, told to both accounts by mail, and does nothing when it is asked again', async () => {
    const [kept, double] = [await service.newMember(), await service.newMember()]
    const orderNo = await placed(service, double, [at(1, 20, 9)])
    await paid(db(), orderNo, service.clock.now())
    const { revision } = (await preview(kept.id, double.id)).body
    const asked = { keptId: kept.id, doubleId: double.id, revision, reason: '本人到櫃檯說明' }
    expect((await call('Merge', asked)).status).toBe(200)
    expect((await call('Merge', asked)).status).toBe(200)
    const log = await db()
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'person.merged')
      .where('subject_id', '=', kept.id)
      .execute()
    expect(log).toMatchObject([
      {
        member_id: manager.id,
        note: '本人到櫃檯說明',
        before: { double: double.id, isGuest: false },
        after: { orders: 1, paid: 300, owed: 0 },
      },
    ])
    expect((await service.mail(kept.email, '您的資料已合併到同一個帳號'))!.body).toContain('共 1 筆訂單')
    const away = await service.mail(double.email, `您的帳號 ${double.account} 已併入另一個帳號`)
    expect(away!.body).not.toContain(kept.email)
    const orders = await service.call('GET', `/api/Order/${orderNo}`, { as: kept })
    expect(orders.status, orders.text).toBe(200)
    expect((await call('Merge', { ...asked, keptId: double.id, doubleId: kept.id })).body).toMatchObject({
      status: 409,
      code: 'already_merged',
    })
  })

  it('refuses what was not previewed: a booking that came meanwhile', async () => {
    const [kept, double] = [await service.newMember(), await service.newMember()]
    const { revision } = (await preview(kept.id, double.id)).body
    await placed(service, double, [at(2, 20, 9)])
    const asked = { keptId: kept.id, doubleId: double.id, revision }
    expect((await call('Merge', asked)).body).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(await rowsOf('orders.member_id', double.id)).toBe(1)
    expect((await merge(kept.id, double.id)).status).toBe(200)
  })

  it('moves what a request wrote for the double after the merge', async () => {
    const [kept, double] = [await service.newMember(), await service.newMember()]
    expect((await merge(kept.id, double.id)).status).toBe(200)
    await sql`insert into ratings (id, member_id, day, stars, comment, created_at) values (${randomUUID()}, ${double.id}, '2026-11-14', 5, '', now())`.execute(
      db(),
    )
    const { rows } = await sql<{ after: number }>`
      select extract(epoch from start_after - created_on)::int as after from pgboss.job where name = 'merge-late-rows' and data ->> 'memberId' = ${double.id}`.execute(
      db(),
    )
    expect(rows).toEqual([{ after: 60 }])
    await db()
      .transaction()
      .execute((trx) => mergeLateRows(trx, double.id, service.clock.now()))
    expect(await rowsOf('ratings.member_id', kept.id)).toBe(1)
  })
})

describe('who may merge whom', () => {
  it('lets the desk merge guests, and managers accounts; nobody staff, and no account into a guest', async () => {
    const [kept, double] = [await service.newMember(), await service.newMember()]
    const guest = await newGuest('林散客', '0955000111')
    const other = await newGuest('林散客二', '0955000111')
    expect((await preview(kept.id, double.id, desk)).body.refusals).toEqual(['merge_needs_manager'])
    const both = await service.newMember({ roles: ['manager', 'desk'] })
    expect((await preview(kept.id, double.id, both)).body.refusals).toEqual([])
    expect((await merge(kept.id, double.id, desk)).body).toMatchObject({ status: 403, code: 'merge_needs_manager' })
    expect((await merge(guest, kept.id)).body).toMatchObject({ status: 409, code: 'account_into_guest' })
    expect((await merge(kept.id, desk.id)).body).toMatchObject({ status: 409, code: 'merge_staff_refused' })
    expect((await merge(desk.id, guest)).body).toMatchObject({ status: 409, code: 'merge_staff_refused' })
    const unconfirmed = await service.newMember({ confirmed: false })
    expect((await merge(unconfirmed.id, guest)).body).toMatchObject({ status: 409, code: 'kept_unconfirmed' })
    expect((await merge(kept.id, kept.id)).body).toMatchObject({ status: 422, code: 'same_person' })
    expect((await merge(kept.id, randomUUID())).body).toMatchObject({ status: 404 })
    expect((await merge(guest, other, desk)).status).toBe(200)
    expect((await merge(kept.id, guest, desk)).status).toBe(200)
    const { rows } = await sql<{ id: string }>`select merged_into as id from members where id in (${guest}, ${other})`.execute(db())
    expect(rows, 'who was merged before follows as well').toEqual([{ id: kept.id }, { id: kept.id }])
  })

  it('refuses two communities, two lockers and two proofs under review, all of them at once in the preview', async () => {
    const [kept, double] = [await service.newMember({ communityName: '一社' }), await service.newMember({ communityName: '二社' })]
    const now = service.clock.now()
    for (const [index, { id }] of [kept, double].entries()) {
      await sql`insert into locker_rentals (id, locker_id, member_id, state, deposit, created_at) values (gen_random_uuid(), ${index + 2}, ${id}, 'reserved', 500, ${now})`.execute(
        db(),
      )
      const file = randomUUID()
      await sql`insert into files (id, owner_id, purpose, name, type, size, sha256, stored) values (${file}, ${id}, 'upload', 'same.pdf', 'application/pdf', 1, 'same', true)`.execute(
        db(),
      )
      await sql`insert into identity_proofs (id, member_id, identity_id, file_id, state, submitted_at) values (gen_random_uuid(), ${id}, 3, ${file}, 'under-review', ${now})`.execute(
        db(),
      )
    }
    expect((await preview(kept.id, double.id)).body.refusals).toEqual(['both_are_communities', 'both_have_lockers', 'both_under_review'])
    expect((await merge(kept.id, double.id)).body).toMatchObject({ status: 409, code: 'both_are_communities' })
    await sql`delete from communities where member_id = ${double.id}`.execute(db())
    expect((await merge(kept.id, double.id)).body).toMatchObject({ status: 409, code: 'both_have_lockers' })
    await sql`update locker_rentals set state = 'lapsed', closed_at = ${now} where member_id = ${kept.id}`.execute(db())
    expect((await merge(kept.id, double.id)).body).toMatchObject({ status: 409, code: 'both_under_review' })
    await sql`update identity_proofs set state = 'refused' where member_id = ${double.id}`.execute(db())
    expect((await merge(kept.id, double.id)).status).toBe(200)
    const names = await db().selectFrom('files').select('name').where('owner_id', '=', kept.id).execute()
    expect(names.map(({ name }) => name).toSorted(), 'a file that both had is kept twice').toEqual([
      expect.stringMatching(/^.{8}-same\.pdf$/),
      'same.pdf',
    ])
  })

  it('keeps both orders where both used one idempotency key, and the later of two ratings of a day', async () => {
    const [kept, double] = [await service.newMember(), await service.newMember()]
    const key = randomUUID()
    for (const [index, as] of [kept, double].entries()) {
      const order = await service.call('POST', '/api/Order/Member', {
        as,
        body: { items: [at(3 + index, 21, 9)] },
        headers: { 'idempotency-key': key },
      })
      expect(order.status).toBe(201)
      await sql`insert into ratings (id, member_id, day, stars, comment, created_at)
        values (${randomUUID()}, ${as.id}, '2026-11-14', ${index + 1}, '', now() - make_interval(hours => ${index}))`.execute(db())
    }
    expect((await merge(kept.id, double.id)).status).toBe(200)
    expect(await rowsOf('orders.member_id', kept.id)).toBe(2)
    expect(await db().selectFrom('ratings').select('stars').where('member_id', '=', kept.id).execute()).toEqual([{ stars: 1 }])
  })

  it('suggests people with the same mobile, address or name, most in common first, and no staff', async () => {
    const one = await newGuest('雙雙', '0955222333')
    const [near] = await newMembers(db(), 1)
    await sql`update members set name = '雙雙', mobile = '0955222333' where id = ${near}`.execute(db())
    const far = await newGuest('別人', '0955222333')
    const { body } = await service.call('GET', `/api/Staff/Person/${one}/Doubles`, { as: desk })
    expect(body.items.map(({ id, because }: { id: string; because: string[] }) => [id, because])).toEqual([
      [near, ['mobile', 'name']],
      [far, ['mobile']],
    ])
  })
})

describe('points and suspensions', () => {
  const point = (memberId: string, orderId: string) =>
    sql`insert into violations (id, member_id, kind, cause, order_id, at, expires_at)
      values (gen_random_uuid(), ${memberId}, 'expired', gen_random_uuid()::text, ${orderId}, ${service.clock.now()}, ${new Date(service.clock.now().getTime() + 86_400_000)})`.execute(
      db(),
    )

  it('count together: enough of both suspend, and the preview says so', async () => {
    const [kept, double] = [await service.newMember(), await service.newMember()]
    const orderNo = await placed(service, double, [at(5, 21, 9)])
    const { id: orderId } = await db().selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
    await point(kept.id, orderId)
    await point(kept.id, orderId)
    expect((await preview(kept.id, double.id)).body.willSuspend).toBe(false)
    await point(double.id, orderId)
    expect((await preview(kept.id, double.id)).body).toMatchObject({ willSuspend: true, follows: { points: 1 } })
    expect((await merge(kept.id, double.id)).status).toBe(200)
    expect((await service.call('GET', `/api/Staff/Person/${kept.id}`, { as: desk })).body.suspendedUntil).not.toBeNull()
  })

  it('join suspensions that overlap into the one that ends last, and leave the others alone', () => {
    const days = (id: string, from: number, to: number) => ({ id, startsAt: new Date(2026, 0, from), endsAt: new Date(2026, 0, to) })
    expect(joinOverlapping([days('c', 20, 30), days('a', 1, 10), days('b', 5, 25), days('d', 30, 31)])).toEqual([
      { id: 'c', startsAt: new Date(2026, 0, 1), gone: ['a', 'b'] },
    ])
    expect(joinOverlapping([days('a', 1, 10), days('b', 10, 20)])).toEqual([])
    expect(joinOverlapping([days('long', 1, 28), days('inside', 3, 4)])).toEqual([
      { id: 'long', startsAt: new Date(2026, 0, 1), gone: ['inside'] },
    ])
  })

  it('keep a member suspended from the first start to the last end', async () => {
    const [kept, double] = [await service.newMember(), await service.newMember()]
    const suspend = (memberId: string, from: string, to: string) =>
      sql`insert into suspensions (id, member_id, starts_at, ends_at, points, created_at) values (gen_random_uuid(), ${memberId}, ${from}, ${to}, 3, now())`.execute(
        db(),
      )
    await suspend(kept.id, '2026-11-10', '2026-11-20')
    await suspend(double.id, '2026-11-05', '2026-11-18')
    await suspend(double.id, '2026-11-19', '2026-11-28')
    expect((await merge(kept.id, double.id)).status).toBe(200)
    const { rows } = await sql<{ from: string; to: string }>`
      select starts_at::date::text as from, ends_at::date::text as to from suspensions where member_id = ${kept.id} and lifted_at is null`.execute(
      db(),
    )
    expect(rows).toEqual([{ from: '2026-11-05', to: '2026-11-28' }])
  })
})
