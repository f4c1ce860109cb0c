import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, paid, placed } from '#testing/orders.ts'
import { newRound, onDays, submitted } from '#testing/preorders.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import type { FacilityFile } from './file-wire.ts'
import { templateFile } from './templates.ts'

let service: TestService
let manager: TestMember
beforeAll(async () => {
  service = await openTestService()
  manager = await service.newMember({ role: 'manager' })
  const changes = {
    facilities: [...templateFile('badminton-hall', '2026-01-01').facilities!, ...templateFile('school-gym', '2026-01-01').facilities!],
  }
  const made = await call('POST', '/api/Staff/Catalogue/Change', { changes })
  if (made.status !== 200) throw new Error(made.text)
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: object, as = manager) => service.call(method, path, body ? { as, body } : { as })
const catalogue = async () => (await call('GET', '/api/Staff/Catalogue')).body
const hall = async (code = 'BAD'): Promise<FacilityFile> =>
  (await catalogue()).file.facilities.find((one: FacilityFile) => one.code === code)
const change = async (facility: FacilityFile, more: object = {}) =>
  call('POST', '/api/Staff/Catalogue/Change', { changes: { facilities: [facility] }, basedOn: (await catalogue()).revisions, ...more })

describe('the catalogue', () => {
  it('has courts on floors with the ids that follow from their facility, and prices by list', async () => {
    const { file, revisions, everBooked } = await catalogue()
    expect(file).toMatchObject({
      format: 'fieldhouse-catalogue',
      version: 1,
      facilities: [{ code: 'BAD' }, { code: 'GYM' }, { code: 'MH' }],
    })
    expect(file.facilities[1].courts[0]).toMatchObject({ code: 'GA', on: ['GA1', 'GA2'] })
    expect(revisions).toMatchObject({ 'facility:BAD': expect.stringMatching(/^[0-9a-f]{16}$/), 'rules:booking': expect.any(String) })
    expect(everBooked.courts).toEqual([])
    const ids = await service.db.selectFrom('courts').select(['id', 'code']).orderBy('id').execute()
    expect(ids.slice(0, 7).map(({ id, code }) => `${id} ${code}`)).toEqual([
      '101 B1',
      '102 B2',
      '103 B3',
      '104 B4',
      '105 B5',
      '106 B6',
      '201 GA',
    ])
  })

  it('shows the Chinese name where there is no English one', async () => {
    const facility = await hall()
    const { en } = facility.name
    facility.name.en = ''
    expect((await change(facility, { reason: 'no English name' })).status).toBe(200)
    expect((await hall()).name).toEqual({ tw: '羽球館', en: '羽球館' })
    facility.name.en = en
    expect((await change(facility, { reason: 'an English name' })).status).toBe(200)
  })

  it('shows a change before and after, and changes nothing until it is sent', async () => {
    const facility = await hall()
    facility.name.en = 'Feather Hall'
    const { body } = await call('POST', '/api/Staff/Catalogue/Preview', {
      changes: { facilities: [facility] },
      basedOn: (await catalogue()).revisions,
    })
    expect(body).toMatchObject({ errors: [], conflicts: [], touched: { count: 0 } })
    expect(body.changes).toMatchObject([
      { part: 'facility:BAD', field: 'name.en', beforeText: 'Badminton Hall', afterText: 'Feather Hall', label: '羽球館' },
    ])
    expect((await hall()).name.en).toBe('Badminton Hall')
    expect((await change(facility, { reason: 'a new name' })).status).toBe(200)
    expect((await hall()).name.en).toBe('Feather Hall')
    const entry = await service.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'facility.changed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      subject_id: 'facility:BAD',
      note: 'a new name',
      before: { 'name.en': 'Badminton Hall' },
      after: { 'name.en': 'Feather Hall' },
    })
    const { items } = (await service.call('POST', '/api/Staff/Audit/List', { as: manager, body: { words: 'Feather' } })).body
    expect(items[0].fields, 'in words').toEqual([{ name: '名稱（英文）', before: 'Badminton Hall', after: 'Feather Hall' }])
  })

  it('shows the second of two people what the first has changed, and keeps it', async () => {
    const { revisions } = await catalogue()
    const [mine, theirs] = [await hall(), await hall()]
    theirs.place.tw = '3 樓'
    mine.place.tw = '4 樓'
    expect((await call('POST', '/api/Staff/Catalogue/Change', { changes: { facilities: [theirs] }, basedOn: revisions })).status).toBe(200)
    const late = await call('POST', '/api/Staff/Catalogue/Change', { changes: { facilities: [mine] }, basedOn: revisions })
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(late.body.conflicts).toMatchObject([
      {
        part: 'facility:BAD',
        label: mine.name.tw,
        changedBy: expect.any(String),
        changedAt: expect.any(String),
        now: { place: { tw: '3 樓' } },
      },
    ])
    expect((await hall()).place.tw).toBe('3 樓')
  })

  it('answers what is wrong field by field, and changes nothing', async () => {
    const facility = await hall()
    facility.courts[1]!.name = facility.courts[0]!.name
    const { status, body } = await change(facility)
    expect(status).toBe(422)
    expect(body.problems.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['courts.1.name.tw', 'court_name_twice'],
      ['courts.1.name.en', 'court_name_twice'],
    ])
    expect(body.problems[0].message).toBe('同一個場館有兩個場地都叫「羽球場 1」')
    expect((await hall()).courts[1]!.name.tw).toBe('羽球場 2')
  })

  it('is changed only with a second factor by managers', async () => {
    const desk = await service.newMember({ role: 'desk' })
    expect((await call('POST', '/api/Staff/Catalogue/Change', { changes: {} }, desk)).status).toBe(403)
  })
})

describe('bookings', () => {
  it('outside shortened hours and on retired courts are cancelled with a full refund, once the caller has confirmed how many', async () => {
    const member = await service.newMember()
    const late = await placed(service, member, [at(101, 17, 21)])
    const early = await placed(service, await service.newMember(), [at(101, 17, 8)])
    const onRetired = await placed(service, await service.newMember(), [at(102, 18, 9)])
    for (const orderNo of [late, early, onRetired]) await paid(service.db, orderNo, service.clock.now())
    const facility = await hall()
    facility.timetables[0]!.hours[0]!.closes = '21:00'
    facility.courts = facility.courts.filter(({ code }) => code !== 'B2')
    const { body } = await call('POST', '/api/Staff/Catalogue/Preview', {
      changes: { facilities: [facility] },
      basedOn: (await catalogue()).revisions,
    })
    expect(body.touched).toMatchObject({
      count: 2,
      refund: 800,
      items: [
        { orderNo: late, court: 'B1', why: 'outside_hours', refund: 500, state: 'confirmed' },
        { orderNo: onRetired, court: 'B2', why: 'court_retired', refund: 300 },
      ],
    })
    expect(await change(facility)).toMatchObject({ status: 409, body: { code: 'touched_changed', count: 2 } })
    expect(await change(facility, { confirmTouched: 1 })).toMatchObject({ status: 409 })
    expect((await change(facility, { confirmTouched: 2 })).status).toBe(200)
    const states = await service.db
      .selectFrom('orders')
      .select(['order_no', 'state'])
      .where('order_no', 'in', [late, early, onRetired])
      .execute()
    expect(Object.fromEntries(states.map(({ order_no, state }) => [order_no, state]))).toEqual({
      [late]: 'venue-cancelled',
      [early]: 'confirmed',
      [onRetired]: 'venue-cancelled',
    })
    const dues = await service.db.selectFrom('refunds_due').select('amount').orderBy('amount').execute()
    expect(dues).toEqual([{ amount: 300 }, { amount: 500 }])
    expect(
      (await hall()).courts.find(({ code }) => code === 'B2'),
      'retired, not removed',
    ).toMatchObject({ retired: true })
    expect((await service.inbox(member.email, 1)).length).toBeGreaterThan(0)
  })

  it('of clubs are among them: dates of a pre-order outside shortened hours are released, and the club is told', async () => {
    await newRound(service, {}, { facilities: [{ venue1stId: 1, opens: '06:00', closes: '21:00' }] })
    const club = await service.newMember({ communityName: '羽球社' })
    const orderNo = await submitted(service, club, [
      onDays(104, ['2027-01-05'], '19:00', '21:00'),
      onDays(104, ['2027-01-06'], '18:00', '20:00'),
    ])
    const facility = await hall()
    facility.timetables[0]!.hours[0]!.closes = '20:00'
    const body = { changes: { facilities: [facility] }, basedOn: (await catalogue()).revisions }
    const preview = await call('POST', '/api/Staff/Catalogue/Preview', body)
    expect(preview.body.touched).toMatchObject({
      count: 1,
      refund: 0,
      items: [{ orderNo, court: 'B4', why: 'outside_hours', state: 'preorder' }],
    })
    expect((await change(facility, { confirmTouched: 1 })).status).toBe(200)
    const dates = await service.db.selectFrom('preorder_dates').select(['day', 'state']).orderBy('day').execute()
    expect(dates).toEqual([
      { day: '2027-01-05', state: 'released' },
      { day: '2027-01-06', state: 'held' },
    ])
    await service.writeLetters()
    expect((await service.inbox(club.email, 2)).some(({ body: text }) => text.includes(orderNo))).toBe(true)
    facility.timetables[0]!.hours[0]!.closes = '21:00'
    expect((await change(facility)).status).toBe(200)
  })

  it('that land between the preview and the confirmation are not cancelled unseen: the change is refused and shows them', async () => {
    const seen = await placed(service, await service.newMember(), [at(105, 17, 20)])
    const facility = await hall()
    facility.timetables[0]!.hours[0]!.closes = '20:00'
    const body = { changes: { facilities: [facility] }, basedOn: (await catalogue()).revisions }
    const preview = await call('POST', '/api/Staff/Catalogue/Preview', body)
    expect(preview.body.touched).toMatchObject({ count: 1, items: [{ orderNo: seen }] })

    const landed = await placed(service, await service.newMember(), [at(106, 17, 20)])
    const refused = await call('POST', '/api/Staff/Catalogue/Change', { ...body, confirmTouched: preview.body.touched.count })
    expect(refused).toMatchObject({ status: 409, body: { code: 'touched_changed', count: 2 } })
    expect(refused.body.touched.items.map(({ orderNo }: { orderNo: string }) => orderNo).toSorted()).toEqual([seen, landed].toSorted())
    const states = () => service.db.selectFrom('orders').select('state').where('order_no', 'in', [seen, landed]).execute()
    expect(await states()).toEqual([{ state: 'awaiting-payment' }, { state: 'awaiting-payment' }])
    expect((await hall()).timetables[0]!.hours[0]!.closes).toBe('21:00')

    expect((await call('POST', '/api/Staff/Catalogue/Change', { ...body, confirmTouched: 2 })).status).toBe(200)
    expect(await states()).toEqual([{ state: 'venue-cancelled' }, { state: 'venue-cancelled' }])
  })

  it('can be made as soon as hours are longer, although the service still serves its copy of the catalogue', async () => {
    const late = async () => placed(service, await service.newMember(), [at(103, 17, 20)])
    await expect(late()).rejects.toThrow('off_grid')
    const facility = await hall()
    facility.timetables[0]!.hours[0]!.closes = '21:00'
    expect((await change(facility)).status).toBe(200)
    await expect(late()).resolves.toBeTruthy()
  })

  it('cannot be made on a court that is added to a facility while it is closed', async () => {
    const closing = { venue1stId: 1, date: '2026-11-21', reasonTw: '颱風', reasonEn: 'Typhoon' }
    expect((await call('POST', '/api/Staff/Facility/Close', closing)).status).toBe(200)
    const block = {
      venue2ndId: 103,
      start: '2026-11-22T00:00:00+08:00',
      end: '2026-11-23T00:00:00+08:00',
      reasonTw: '油漆',
      reasonEn: 'Paint',
    }
    expect((await call('POST', '/api/Staff/Block', block)).status).toBe(201)
    const facility = await hall()
    facility.courts.push({ code: 'B9', name: { tw: '羽球場 9', en: 'Court 9' } })
    expect((await change(facility)).status).toBe(200)
    const { id } = await service.db.selectFrom('courts').select('id').where('code', '=', 'B9').executeTakeFirstOrThrow()
    const member = await service.newMember()
    await expect(placed(service, member, [at(id, 21, 9)]), 'the whole facility is closed').rejects.toThrow('period_taken')
    await expect(placed(service, member, [at(id, 22, 9)]), 'another court is closed').resolves.toBeTruthy()
  })

  it('keep their price when prices change', async () => {
    const orderNo = await placed(service, await service.newMember(), [at(103, 19, 9)])
    const facility = await hall()
    for (const list of facility.priceLists) list.prices.PUB = [999, 999]
    const changed = await change(facility)
    expect(changed.status, changed.text).toBe(200)
    expect(changed.body.prices).toContainEqual(
      expect.objectContaining({
        identity: 'PUB',
        identityName: '一般民眾',
        before: [
          { level: '離峰', price: 300 },
          { level: '尖峰', price: 500 },
        ],
        after: [
          { level: '離峰', price: 999 },
          { level: '尖峰', price: 999 },
        ],
      }),
    )
    expect(await service.db.selectFrom('orders').select('amount').where('order_no', '=', orderNo).executeTakeFirst()).toEqual({
      amount: 300,
    })
  })
})
