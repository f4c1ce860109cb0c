import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeNothing, mayChangeNothing, needsAudit, showPeople } from '#http/require-audit.ts'
import tw from '#i18n/messages/tw.json' with { type: 'json' }
import { at, placed } from '#testing/orders.ts'
import { accountOf, paidAtGateway, refundCalls } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { fileUsesOf } from '#wiring/file-uses.ts'
import { modules } from '#wiring/modules.ts'

let service: TestService
let manager: TestMember
let desk: TestMember
let finance: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
  desk = await service.newMember({ role: 'desk' })
  finance = await service.newMember({ role: 'finance' })
})
afterAll(() => service.close())

let last = 0
const newest = async () =>
  (await service.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0
beforeEach(async () => {
  last = await newest()
})
/** Rows since the test began. */
const rows = () => service.db.selectFrom('audit_log').selectAll().where('id', '>', last).orderBy('id').execute()

const files = globSync(['**/*.test.ts', 'testing/*.ts'], { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith('who-may-call.ts') && !file.endsWith('api.audit.test.ts'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
const source = globSync(['modules/**/*.ts', 'http/*.ts'], { cwd: import.meta.dirname })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))

/** Has a test's text this path, whole or with parts filled in (`/api/Staff/Refund/${move}`) whose words stand elsewhere in it? */
function makesCall(text: string, path: string): boolean {
  const words = path
    .replace(/\/\{\w+\}$/, '')
    .split('/')
    .slice(3)
  return [...text.matchAll(/\/api\/Staff\/(?:[\w./-]|\$\{[^}]*\})+/g)].some(([found]) => {
    const pattern = found
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replaceAll('.', String.raw`\.`))
      .join('.+')
    return new RegExp(`^${pattern}$`).test(path) && words.every((word) => text.includes(word))
  })
}

describe('every call of staff', () => {
  it('that changes something is made by a test, where it is answered with 500 unless it writes to the log', async () => {
    const { body } = await service.call('GET', '/api/openapi.json')
    const operations = Object.entries(body.paths as Record<string, Record<string, { 'x-access': string | string[] }>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { 'x-access': access }]) => ({ call: `${method.toUpperCase()} ${path}`, path, access })),
    )
    const audited = operations.filter(({ call, access }) => needsAudit(call, access as never) || mayChangeNothing.has(call))
    expect(audited.length).toBeGreaterThan(30)
    const isMade = (path: string) => files.some((text) => makesCall(text, path))
    expect(audited.filter(({ path }) => !isMade(path)).map(({ call }) => call)).toEqual([])
    const known = new Set(operations.map(({ call }) => call))
    expect(
      [...changeNothing, ...mayChangeNothing, ...showPeople].filter((call) => !known.has(call) && !call.includes('/Catalogue/')),
    ).toEqual([])
  })

  it('has a sentence for each action that the source names', () => {
    const actions = source.flatMap((text) =>
      [...text.matchAll(/action:[^,;]*?'[a-z_]+\.[a-z_]+'[^,;\n]*/g)].flatMap(([found]) =>
        [...found.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, action]) => action!),
      ),
    )
    const viewed = Object.values(fileUsesOf(modules)).flatMap(({ viewedAs }) => viewedAs ?? [])
    expect(actions.length).toBeGreaterThan(40)
    const sentences = tw as Record<string, string>
    const without = [...new Set([...actions, ...viewed])].filter(
      (action) => sentences[`audit_action_${action.replace('.', '_')}`] === undefined,
    )
    expect(without).toEqual([])
  })
})

describe('what staff do', () => {
  const why = { reasonTw: '颱風', reasonEn: 'Typhoon' }
  const block = (venue2ndId: number, hour: number) => {
    const { start, end } = at(venue2ndId, 15, hour)
    return service.call('POST', '/api/Staff/Block', { as: desk, body: { venue2ndId, start, end, ...why }, from: '198.51.100.9' })
  }

  it('is written with who, from where, by which call, on what, and what changed', async () => {
    const blocked = await block(1, 20)
    expect(blocked.status).toBe(201)
    const [row, ...more] = await rows()
    expect(more).toEqual([])
    expect(row).toMatchObject({
      member_id: desk.id,
      actor_role: 'desk',
      address: '198.51.100.9',
      call: 'POST /api/Staff/Block',
      action: 'block.made',
      subject_kind: 'block',
      subject_id: blocked.body.id,
      before: null,
      after: { reason: { tw: '颱風', en: 'Typhoon' }, start: expect.any(String) },
    })
    expect(row!.actor_name).toMatch(/^會員 \d+$/)
    expect(row!.at).toEqual(service.clock.now())
  })

  it('leaves no row when it is refused, by the body, by the rules or by the role', async () => {
    expect((await block(99, 20)).status).toBe(404)
    expect((await block(1, 20)).status).toBe(409)
    expect((await service.call('POST', '/api/Staff/Block', { as: desk, body: {} })).status).toBe(422)
    expect((await service.call('POST', '/api/Staff/Block', { as: finance, body: {} })).status).toBe(403)
    expect((await service.call('PUT', '/api/Staff/Setting', { as: manager, body: { siteAccess: 'ajar' } })).status).toBe(422)
    expect(await rows()).toEqual([])
  })

  it('does not happen when the row cannot be written', async () => {
    await sql`create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`.execute(
      service.db,
    )
    await sql`create trigger refuse_row before insert on audit_log for each row execute function refuse_row()`.execute(service.db)
    const before = await service.db.selectFrom('orders').select('id').execute()
    const buyer = await service.newMember()
    try {
      expect((await block(2, 20)).status).toBe(500)
      expect((await service.call('PUT', '/api/Staff/Setting', { as: manager, body: { siteAccess: 'open' } })).status).toBe(500)
      const body = { items: [at(2, 21, 8)], emailOrAccount: buyer.account, contactName: '王', contactPhone: '0912345678' }
      const headers = { 'idempotency-key': 'an order without a row' }
      expect((await service.call('POST', '/api/Staff/Order', { as: desk, body, headers })).status).toBe(500)
    } finally {
      await sql`drop trigger refuse_row on audit_log`.execute(service.db)
    }
    expect((await service.call('GET', '/api/SystemSetting')).body.siteAccess).toBe('wired')
    expect(await service.db.selectFrom('orders').select('id').execute()).toEqual(before)
    expect((await block(2, 20)).status).toBe(201)
  })

  it('is written once for an order that is sent twice, with the member by id and not by name', async () => {
    const member = await service.newMember()
    const body = { items: [at(3, 21, 9)], emailOrAccount: member.account, contactName: '陳小明', contactPhone: '0912345678' }
    const place = () =>
      service.call('POST', '/api/Staff/Order', { as: desk, body, headers: { 'idempotency-key': 'sent twice at the desk' } })
    const [first, second] = [await place(), await place()]
    expect([first.status, second.status, second.body.orderNo]).toEqual([201, 201, first.body.orderNo])
    const written = await rows()
    expect(written).toMatchObject([
      {
        action: 'order.placed',
        subject_id: first.body.orderNo,
        after: { member: member.id, items: [{ court: { en: expect.any(String) } }] },
      },
    ])
    expect(JSON.stringify(written)).not.toContain('陳小明')
  })

  it('shows the fields that changed, before and after, and nothing else', async () => {
    const change = (siteAccess: string) => service.call('PUT', '/api/Staff/Setting', { as: manager, body: { siteAccess } })
    await change('open')
    await change('wired')
    expect(await rows()).toMatchObject([
      { action: 'site.changed', before: { siteAccess: 'wired' }, after: { siteAccess: 'open' } },
      { action: 'site.changed', before: { siteAccess: 'open' }, after: { siteAccess: 'wired' } },
    ])
  })
})

describe('what staff look at', () => {
  it('is written when it is a bank account or a passbook; the account itself is not in the row', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(4, 20, 9)], 'atm')
    const account = await accountOf(service, me)
    const asked = await refundCalls(() => service).refund2(me, { orderNo, reason: '', ...account })
    last = await newest()
    await service.call('POST', '/api/Staff/Refund/List', { as: finance, body: {} })
    await service.call('GET', '/api/Staff/Refund/Transfers.csv', { as: finance })
    const passbook = `/api/File/${account.passbookFileId}`
    expect((await service.call('GET', passbook, { as: desk })).status).toBe(404)
    expect((await service.call('GET', passbook, { as: me })).status).toBe(200)
    expect((await service.call('GET', passbook, { as: finance })).status).toBe(200)
    const written = await rows()
    expect(written).toMatchObject([
      { action: 'bank_accounts.viewed', member_id: finance.id, after: { refunds: [asked.body.refundNo] } },
      { action: 'transfers.exported', after: { refunds: [asked.body.refundNo] } },
      { action: 'passbook.viewed', subject_kind: 'member', subject_id: me.id, after: { file: account.passbookFileId } },
    ])
    expect(JSON.stringify(written)).not.toContain(account.bankAccount)
  })

  it('is not written for members, and not for lists without such things', async () => {
    const me = await service.newMember()
    await placed(service, me, [at(5, 20, 9)])
    await service.call('GET', '/api/Staff/Identity/List', { as: desk })
    await service.call('GET', '/api/Staff/Block/List', { as: desk })
    expect(await rows()).toEqual([])
  })
})
