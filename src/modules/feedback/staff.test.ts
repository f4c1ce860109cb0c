import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fault, leak, codeFor, photoForm, picture } from '#testing/feedback.ts'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let me: TestMember
let manager: TestMember
beforeEach(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  me = await service.newMember()
  manager = await service.newMember({ role: 'manager' })
})
afterEach(() => service.close())

const report = async (as: TestMember | 'visitor' = me, more: object = {}): Promise<string> =>
  (await service.call('POST', '/api/Repair2', { as: as === 'visitor' ? undefined : as, body: { ...fault, ...more } })).body.ticketNo
const staff = (path: string, body: object) => service.call('POST', `/api/Staff/Report/${path}`, { as: manager, body })
const seenByMe = async (ticketNo: string) => (await service.call('GET', `/api/Report/${ticketNo}`, { as: me })).body
const detail = async (ticketNo: string) =>
  (await service.call('GET', `/api/Staff/Report/Detail?ticketNo=${ticketNo}`, { as: manager })).body

describe('a report, handled by staff', () => {
  it('is found by kind, state, facility, assignee and keyword', async () => {
    const photo = (await service.call('POST', '/api/Report/Photo', { as: me, body: photoForm(await picture()) })).body
    const post = await report(me, { photoIds: [photo.id] })
    service.clock.advance(1000)
    const drip = (await service.call('POST', '/api/Water', { as: me, body: leak })).body.ticketNo
    const found = async (query: string) =>
      (await service.call('GET', `/api/Staff/Report/List?${query}`, { as: manager })).body.items.map(
        ({ ticketNo }: { ticketNo: string }) => ticketNo,
      )
    expect(await found('')).toEqual([drip, post])
    expect(await found('kind=repair')).toEqual([post])
    expect(await found('venue1stId=2')).toEqual([drip])
    expect(await found(`keyword=${encodeURIComponent('網柱')}`)).toEqual([post])
    expect(await found('keyword=%25')).toEqual([])
    expect(await found(`keyword=${drip.toLowerCase()}`)).toEqual([drip])
    expect((await staff('Assign', { ticketNo: post, account: manager.account })).status).toBe(204)
    expect(await found('assignee=me')).toEqual([post])
    expect(await found('assignee=nobody')).toEqual([drip])
    expect(await found(`assignee=${manager.account.toUpperCase()}`)).toEqual([post])
    await staff('Move', { ticketNo: drip, to: 'done' })
    expect(await found('state=open')).toEqual([post])
    expect(await found('state=done')).toEqual([drip])
    const { items } = (await service.call('GET', '/api/Staff/Report/List?pageSize=1&page=2', { as: manager })).body
    expect(items).toMatchObject([{ ticketNo: post, photos: 1, blocked: false, assignee: { account: manager.account } }])
  })

  it('is assigned to staff only, and can be unassigned', async () => {
    const ticketNo = await report()
    expect((await staff('Assign', { ticketNo, account: me.account })).body).toMatchObject({
      code: 'no_such_staff',
      errors: [{ path: 'account' }],
    })
    await staff('Assign', { ticketNo, account: manager.email })
    expect((await detail(ticketNo)).assignee).toMatchObject({ id: manager.id })
    await staff('Assign', { ticketNo, account: null })
    expect((await detail(ticketNo)).assignee).toBeNull()
    expect((await staff('Assign', { ticketNo: 'R-999999', account: null })).status).toBe(404)
  })

  it('shows and mails public notes to the reporter; internal notes are for staff only', async () => {
    const ticketNo = await report()
    service.clock.advance(1000)
    await staff('Note', { ticketNo, text: '零件明天到', public: true })
    service.clock.advance(1000)
    await staff('Note', { ticketNo, text: '廠商報價太高', public: false })
    expect((await seenByMe(ticketNo)).steps).toMatchObject([
      { state: 'received', text: '' },
      { state: null, text: '零件明天到' },
    ])
    expect((await detail(ticketNo)).steps).toMatchObject([{ by: null }, { public: true }, { text: '廠商報價太高', public: false }])
    const mails = await service.inbox(me.email, 2)
    expect(mails.map(({ subject }) => subject)).toEqual([`案件 ${ticketNo} 有新的回覆`, `已收到您的回報 ${ticketNo}`])
    expect(mails[0]!.body).toContain('零件明天到')
    expect(mails.some(({ body }) => body!.includes('報價'))).toBe(false)
  })

  it('goes from received to in progress to done, with a mail each time, and can be reopened', async () => {
    const ticketNo = await report()
    // Letters of one moment are in no order.
    const move = async (to: string, text?: string) => {
      await service.writeLetters()
      service.clock.advance(1000)
      return staff('Move', { ticketNo, to, text })
    }
    expect((await move('in-progress')).status).toBe(204)
    expect(await move('in-progress')).toMatchObject({ status: 409, body: { code: 'report_not_there', state: 'in-progress' } })
    expect((await move('done', '已更換網柱')).status).toBe(204)
    expect(await seenByMe(ticketNo)).toMatchObject({
      state: 'done',
      steps: [{ state: 'received' }, { state: 'in-progress' }, { state: 'done', text: '已更換網柱' }],
    })
    expect((await move('in-progress', '又鬆了')).status).toBe(204)
    await service.writeLetters()
    const subjects = (await service.inbox(me.email, 4)).map(({ subject }) => subject)
    expect(subjects.slice(0, 3)).toEqual([`案件 ${ticketNo} 處理中`, `案件 ${ticketNo} 已結案`, `案件 ${ticketNo} 處理中`])
    expect((await staff('Move', { ticketNo, to: 'received' })).status).toBe(422)
  })

  it('is announced to a visitor by text message, and shows their mobile to staff only', async () => {
    const mobile = '0988000111'
    const ticketNo = await report('visitor', { mobile, smsCode: await codeFor(service, mobile) })
    service.clock.advance(1000)
    await staff('Move', { ticketNo, to: 'done', text: '修好了' })
    const [text] = await service.inbox(mobile, 3)
    expect(text!.body).toContain(`案件 ${ticketNo} 已結案。修好了`)
    expect((await detail(ticketNo)).reporter).toEqual({ kind: 'visitor', name: '林小美', email: '', mobile, locale: 'tw' })
  })

  it('sends nothing to a closed account', async () => {
    const ticketNo = await report()
    await service.inbox(me.email, 1)
    await service.db.updateTable('members').set({ closed_at: service.clock.now() }).where('id', '=', me.id).execute()
    expect((await staff('Move', { ticketNo, to: 'done' })).status).toBe(204)
    expect(await service.db.selectFrom('messages').select('id').where('cause', 'like', 'outbox:%').execute()).toHaveLength(1)
  })

  it('has a signed address for the sign on each court', async () => {
    const { body } = await service.call('GET', '/api/Staff/Report/CourtLink?venue1stId=2', { as: manager })
    expect(body.map(({ venue2ndId }: { venue2ndId: number }) => venue2ndId)).toEqual([10, 11, 12])
    const link = new URL(body[0].link)
    expect([link.pathname, link.searchParams.get('court')]).toEqual(['/repair', '10'])
    expect(service.tokens.readReference(link.searchParams.get('ref')!)).toBe('court-10')
  })
})

describe('ready replies', () => {
  const replies = async () => (await service.call('GET', '/api/Staff/Report/Replies', { as: manager })).body
  const write = (body: object, as = manager) => service.call('PUT', '/api/Staff/Report/Replies', { as, body })

  it('are there from the start in both languages, and managers write them', async () => {
    const { revision, items } = await replies()
    expect(items[0]).toMatchObject({ titleTw: '已派員查看', titleEn: 'Somebody is on the way' })
    const own = [{ titleTw: '謝謝', titleEn: '', textTw: '謝謝您。', textEn: '' }, items[0]]
    expect((await write({ revision, items: own })).body.items).toEqual(own)
    expect((await replies()).items).toEqual(own)
    expect(await write({ revision, items })).toMatchObject({ status: 409, body: { code: 'replies_changed' } })
    expect((await write({ revision: (await replies()).revision, items: [{ titleTw: '', textTw: 'x' }] })).body.errors[0].path).toBe(
      'items.0.titleTw',
    )
    const desk = await service.newMember({ role: 'desk' })
    expect((await write({ revision, items }, desk)).status).toBe(403)
    expect((await service.call('GET', '/api/Staff/Report/Replies', { as: desk })).status).toBe(200)
  })

  it('a queue lists the oldest first, with the first photo; the second to move a report is told who was faster', async () => {
    const [first, second] = [await report(), (service.clock.advance(1000), await report())]
    const { items, now } = (await service.call('GET', '/api/Staff/Report/List?state=open&order=oldest&pageSize=100', { as: manager })).body
    const order = items.map((one: { ticketNo: string }) => one.ticketNo)
    expect(order.indexOf(first)).toBeLessThan(order.indexOf(second))
    expect(Date.parse(now)).toBe(service.clock.now().getTime())
    await staff('Move', { ticketNo: first, to: 'done' })
    expect((await staff('Move', { ticketNo: first, to: 'done' })).body).toMatchObject({
      state: 'done',
      movedBy: expect.stringMatching('會員'),
    })
  })
})

describe('a fault that blocks a court', () => {
  const block = (ticketNo: string, more: object = {}) => {
    const { start, end } = at(3, 20, 8, 12)
    return staff('Block', { ticketNo, start, end, ...more })
  }
  const order = async (as: TestMember, orderNo: string) => (await service.call('GET', `/api/Order/${orderNo}`, { as })).body

  it('cancels its bookings, refunds them in full, and mails members what is free near by', async () => {
    const [player, neighbour] = [await service.newMember(), await service.newMember()]
    const lost = await placed(service, player, [at(3, 20, 19), at(1, 21, 9)])
    const kept = await placed(service, neighbour, [at(2, 20, 19)])
    for (const orderNo of [lost, kept]) await paid(service.db, orderNo, service.clock.now())
    await service.inbox(player.email, 1)
    service.clock.advance(60_000)
    const ticketNo = await report()
    const blocked = await block(ticketNo, { reasonTw: '木地板鬆動', reasonEn: 'Loose floor boards' })
    expect([blocked.status, blocked.body]).toMatchObject([200, { orders: 1, items: 1, owed: 500 }])
    expect(await order(player, lost)).toMatchObject({
      status: 'confirmed',
      owed: 500,
      items: [{ status: 'cancelled' }, { status: 'active' }],
    })
    expect(await order(neighbour, kept)).toMatchObject({ status: 'confirmed', owed: 0 })

    const check = await service.call('POST', '/api/Order/Member/Check', { body: { items: [at(3, 20, 10)] } })
    expect(check.body.items[0].problems).toMatchObject([{ code: 'period_closed' }])
    expect((await detail(ticketNo)).block).toMatchObject({ id: blocked.body.blockId, lifted: false })
    expect((await seenByMe(ticketNo)).steps).toHaveLength(1)

    const cancelled = async () => (await service.inbox(player.email)).find(({ subject }) => subject!.startsWith('場館取消'))
    await expect.poll(cancelled, { timeout: 8000 }).toBeDefined()
    const { body } = (await cancelled())!
    expect(body).toContain('退費金額：NT$500')
    expect(body, 'what the desk has written for members').toContain('木地板鬆動')
    const { story } = (await service.call('GET', `/api/Staff/Order/${lost}`, { as: manager })).body
    const by = {
      who: 'staff',
      name: (await service.db.selectFrom('members').select('name').where('id', '=', manager.id).executeTakeFirstOrThrow()).name,
    }
    expect(story).toContainEqual(
      expect.objectContaining({ what: 'cancelled', by, note: '木地板鬆動', spot: expect.objectContaining({ start: at(3, 20, 19).start }) }),
    )
    expect(body).toContain('您可以改約這些時段')
    expect(body!.split('改約這些時段')[1]).toContain('・羽球館 羽球場 1　11月20日（五）19:00–20:00')
    expect(body!.split('改約這些時段')[1]).not.toMatch(/羽球場 [23]　/)
  })

  it('blocks it once; the block can be lifted, and the court blocked again', async () => {
    const ticketNo = await report()
    const { blockId } = (await block(ticketNo)).body
    expect(await block(ticketNo)).toMatchObject({ status: 409, body: { code: 'already_blocked' } })
    expect((await service.call('POST', '/api/Staff/Block/Lift', { as: manager, body: { id: blockId } })).status).toBe(204)
    expect((await detail(ticketNo)).block.lifted).toBe(true)
    expect((await block(ticketNo)).status).toBe(200)
  })

  it('says before what it would do, and does that or nothing', async () => {
    const [player, late] = [await service.newMember(), await service.newMember()]
    const lost = await placed(service, player, [at(3, 20, 19), at(3, 20, 9)])
    await paid(service.db, lost, service.clock.now())
    const ticketNo = await report()
    const { start, end } = at(3, 20, 8, 12)
    const preview = (more: object = {}) => staff('Block/Preview', { ticketNo, start, end, ...more })
    const seen = (await preview()).body
    expect(seen).toEqual({ bookings: 2, people: 1, back: 800 })
    expect((await preview({ venue2ndId: 2 })).body).toEqual({ bookings: 0, people: 0, back: 0 })
    expect((await preview({ venue2ndId: 10 })).body.code).toBe('no_such_court')
    expect((await preview({ ticketNo: 'R-999999' })).status).toBe(404)
    expect((await preview({ end: start })).status).toBe(422)
    expect((await preview({ start: at(3, 13, 8).start, end: at(3, 13, 9).start })).body.code).toBe('ends_in_past')

    // Somebody books meanwhile: nothing is closed, and the numbers of now are answered.
    await placed(service, late, [at(3, 20, 10)])
    const counted = { bookings: seen.bookings, back: seen.back }
    expect(await block(ticketNo, { seen: counted })).toMatchObject({ status: 409, body: { code: 'block_changed', bookings: 3, back: 800 } })
    expect((await detail(ticketNo)).block).toBeNull()
    expect(await order(player, lost)).toMatchObject({ owed: 0 })
    expect(await block(ticketNo, { seen: { bookings: 3, back: 800 } })).toMatchObject({ status: 200, body: { items: 3, owed: 800 } })
  })

  it('asks whoever closes the report whether the court opens again, and does both in one act', async () => {
    const problems = async () =>
      (await service.call('POST', '/api/Order/Member/Check', { body: { items: [at(3, 20, 10)] } })).body.items[0].problems
    const [kept, opened] = [await report(), await report()]
    await block(kept)
    const done = (ticketNo: string, court?: string) => staff('Move', { ticketNo, to: 'done', court })
    expect(await done(kept)).toMatchObject({ status: 409, body: { code: 'court_still_closed' } })
    expect((await detail(kept)).state).toBe('received')
    expect((await done(kept, 'maybe')).status).toBe(422)
    expect((await done(kept, 'keep')).status).toBe(204)
    expect(await problems()).toMatchObject([{ code: 'period_closed' }])
    await service.call('POST', '/api/Staff/Block/Lift', { as: manager, body: { id: (await detail(kept)).block.id } })

    await block(opened)
    const desk = await service.newMember({ role: 'desk' })
    const move = { ticketNo: opened, to: 'done', court: 'open' }
    // A manager has closed it, so the desk may close the report alone.
    expect(await service.call('POST', '/api/Staff/Report/Move', { as: desk, body: move })).toMatchObject({
      status: 403,
      body: { code: 'closure_by_manager' },
    })
    expect(await detail(opened)).toMatchObject({ state: 'received', block: { lifted: false } })
    const colleague = await service.newMember({ role: 'manager' })
    expect((await service.call('POST', '/api/Staff/Report/Move', { as: colleague, body: move })).status).toBe(204)
    expect(await detail(opened)).toMatchObject({ state: 'done', block: { lifted: true } })
    expect(await problems()).toEqual([])
    const log = await service.db.selectFrom('audit_log').select('action').where('member_id', '=', colleague.id).execute()
    expect(log.map(({ action }) => action).toSorted()).toEqual(['block.lifted', 'report.moved'])
    // Without a court that is closed, nothing is asked.
    expect((await done(await report())).status).toBe(204)
  })

  it('reports missing and invalid fields, and blocks nothing', async () => {
    const ticketNo = await report(me, { venue2ndId: undefined })
    expect((await block(ticketNo)).body).toMatchObject({ code: 'court_missing', errors: [{ path: 'venue2ndId' }] })
    expect((await block(ticketNo, { venue2ndId: 10 })).body.code).toBe('no_such_court')
    expect((await block(ticketNo, { venue2ndId: 99 })).body.code).toBe('no_such_court')
    expect((await block(ticketNo, { venue2ndId: 3, start: at(3, 13, 8).start, end: at(3, 13, 9).start })).body.code).toBe('ends_in_past')
    expect((await block(ticketNo, { start: at(3, 20, 9).start, end: at(3, 20, 8).start })).status).toBe(422)
    expect((await block('R-999999')).status).toBe(404)
    expect((await block(ticketNo, { venue2ndId: 3 })).status).toBe(200)
    expect((await block(await report())).body.code).toBe('already_closed')
    expect(await service.db.selectFrom('blocks').select('id').execute()).toHaveLength(1)
  })

  it('is for managers only, because it cancels bookings', async () => {
    const desk = await service.newMember({ role: 'desk' })
    expect((await service.call('POST', '/api/Staff/Report/Block', { as: desk, body: {} })).status).toBe(403)
  })
})
