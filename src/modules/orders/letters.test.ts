import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { backText } from './cancelled-letters.ts'
import { addOrderEvents } from './event-store.ts'
import { expireUnpaidOrders, remindOfTomorrow } from './expire-unpaid-orders.ts'
import { oweBack } from './refund-due-store.ts'
import { removeItems } from './remove-items.ts'

let service: TestService
let me: TestMember
beforeEach(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  me = await service.newMember()
})
afterEach(() => service.close())

const tell = () => service.writeLetters()
/** The newest first. */
const mails = async (count: number) => {
  await tell()
  return service.inbox(me.email, count)
}
const idOf = async (orderNo: string) =>
  (await service.db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()).id
const minutes = (n: number) => service.clock.advance(n * 60_000)

describe('mails about an order', () => {
  it('says what is held, by when to pay it, and where', async () => {
    const orderNo = await placed(service, me, [at(1, 20, 19), at(2, 20, 20)])
    const [mail] = await mails(1)
    expect(mail!.subject).toBe('已為您保留：羽球館，請於期限內繳費')
    expect(mail!.body).toContain('・羽球館 羽球場 1　11月20日（五）19:00–20:00\n・羽球館 羽球場 2　11月20日（五）20:00–21:00')
    expect(mail!.body).toContain('應繳金額：NT$1,000\n繳費期限：2026年11月15日（日）10:15')
    expect(mail!.body).toContain(`http://localhost:3000/redirectToResult?ref=${orderNo}.`)
    expect(mail!.attachments).toMatchObject([{ name: `${orderNo}.ics`, type: 'text/calendar; charset=utf-8' }])
    const { content } = mail!.attachments[0]!
    expect(content.match(/STATUS:TENTATIVE/g)).toHaveLength(2)
    expect(content, 'added as it is: its periods have several UIDs').not.toContain('METHOD')
    expect(mail!.body).not.toContain('移除')
  })

  it('confirms the payment, with a calendar file that replaces the first', async () => {
    const orderNo = await placed(service, me, [at(1, 20, 19)])
    await mails(1)
    minutes(1)
    await paid(service.db, orderNo, service.clock.now())
    const [confirmed, first] = await mails(2)
    expect(confirmed!.subject).toBe('預約成功：羽球館')
    expect(confirmed!.body).toContain(`http://localhost:3000/member/order/overview?orderNo=${orderNo}&signed=`)
    expect(confirmed!.attachments[0]!.content.replaceAll('\r\n ', '')).toContain(
      `http://localhost:3000/member/order/overview?orderNo=${orderNo}&signed=`,
    )
    const uid = /UID:.+/
    expect(uid.exec(confirmed!.attachments[0]!.content)![0]).toBe(uid.exec(first!.attachments[0]!.content)![0])
    expect(first!.attachments[0]!.content).toContain('SEQUENCE:2\r')
    expect(confirmed!.attachments[0]!.content).toContain('SEQUENCE:4\r')
    expect(confirmed!.attachments[0]!.content).toContain('STATUS:CONFIRMED')
  })

  it('warns once five minutes before the hold lapses, and reports the lapse', async () => {
    await placed(service, me, [at(1, 20, 19)])
    minutes(10)
    for (let n = 0; n < 3; n++) await expireUnpaidOrders(service.db, service.clock.now())
    minutes(1)
    await tell()
    minutes(4)
    await expireUnpaidOrders(service.db, service.clock.now())
    minutes(1)
    const subjects = (await mails(3)).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual(
      ['繳費期限將至：羽球館', '已為您保留：羽球館，請於期限內繳費', '逾期未繳，時段已釋出：羽球館'].toSorted(),
    )
  })

  it('does not warn about an order that was paid meanwhile', async () => {
    const orderNo = await placed(service, me, [at(1, 20, 19)])
    minutes(11)
    await expireUnpaidOrders(service.db, service.clock.now())
    await paid(service.db, orderNo, service.clock.now())
    await tell()
    expect(await service.mail(me.email, '預約成功：羽球館')).toBeDefined()
    const found = await mails(1)
    expect(found.some(({ subject }) => subject!.includes('繳費期限將至'))).toBe(false)
  })

  it('reports everything that the venue has cancelled in one mail, and cancels it in the calendar', async () => {
    const orderNo = await placed(service, me, [at(1, 20, 19), at(2, 20, 20), at(2, 19, 8)])
    await paid(service.db, orderNo, service.clock.now())
    await mails(1)
    minutes(1)
    const manager = await service.newMember({ role: 'manager' })
    await service.call('POST', '/api/Staff/Facility/Close', {
      as: manager,
      body: { venue1stId: 1, date: '2026-11-20', reasonTw: '颱風', reasonEn: 'Typhoon' },
    })
    await tell()
    const found = (await service.inbox(me.email, 2)).filter(({ subject }) => subject === '場館取消：羽球館，全額退費')
    expect(found).toHaveLength(1)
    expect(found[0]!.body).toContain('退費金額：NT$1,000')
    expect(found[0]!.body).toContain('http://localhost:3000/member/order/overview?orderNo=')
    expect(found[0]!.body).not.toContain('11月19日')
    const files = found[0]!.attachments
    expect(files.map(({ name }) => name.replace(/^F\w+/, ''))).toEqual(['.ics', '-2.ics'])
    for (const { type, content } of files) {
      expect(type).toBe('text/calendar; charset=utf-8; method=CANCEL')
      expect(content).toMatch(/METHOD:CANCEL\r\n[^]*STATUS:CANCELLED/)
      expect(content.match(/BEGIN:VEVENT/g), 'a message of iTIP has one UID').toHaveLength(1)
    }
    expect(found[0]!.body).toContain('多數行事曆打開附檔後會自動移除')
  })

  it('names what is owed for a booking that the venue has cancelled, whatever is paid or sent back before it is written', async () => {
    const manager = await service.newMember({ role: 'manager' })
    const close = (date: string) =>
      service.call('POST', '/api/Staff/Facility/Close', {
        as: manager,
        body: { venue1stId: 1, date, reasonTw: '颱風', reasonEn: 'Typhoon' },
      })
    // Cancelled while nothing was paid; the rest is paid afterwards.
    const half = await placed(service, me, [at(1, 20, 19), at(2, 21, 8)])
    await close('2026-11-20')
    await paid(service.db, half, service.clock.now())
    // Paid, cancelled, and sent back already.
    const whole = await placed(service, me, [at(1, 22, 19)])
    await paid(service.db, whole, service.clock.now())
    await close('2026-11-22')
    const back = {
      order_id: await idOf(whole),
      kind: 'refund',
      way: 'card',
      amount: -500,
      cause: 'refund:a test',
      at: service.clock.now(),
    } as const
    await service.db.insertInto('ledger').values(back).execute()
    await tell()
    for (const subject of ['場館取消：羽球館，無須繳費', '場館取消：羽球館，全額退費']) await service.mail(me.email, subject)
    const found = await service.inbox(me.email)
    const about = (orderNo: string) => found.filter(({ subject, body }) => subject!.startsWith('場館取消') && body.includes(orderNo))
    expect(about(half)).toMatchObject([{ subject: '場館取消：羽球館，無須繳費', body: expect.not.stringContaining('退費') }])
    expect(about(whole)).toMatchObject([{ subject: '場館取消：羽球館，全額退費', body: expect.stringContaining('退費金額：NT$500（全額') }])
  })

  it('gives the reason of a cancellation only to what was cancelled for it, and says what the rest still costs', async () => {
    const orderNo = await placed(service, me, [at(1, 20, 19), at(2, 20, 20), at(3, 21, 20), at(4, 21, 19)])
    await mails(1)
    minutes(1)
    const id = await idOf(orderNo)
    const rows = await service.db.selectFrom('order_items').select('id').where('order_id', '=', id).orderBy('court_id').execute()
    // In one transaction: otherwise a letter may be written between two of them, and say what the rest costs then.
    await service.db.transaction().execute(async (trx) => {
      const remove = (n: number, why?: Parameters<typeof removeItems>[4]) =>
        removeItems(trx, id, new Set([rows[n]!.id]), service.clock.now(), why)
      await remove(0, { why: { reason: { tw: '漏水', en: 'Leak' }, by: null } })
      await remove(1)
      await remove(2, { by: 'member' })
    })
    const found = (await mails(4)).filter(({ subject }) => /取消/.test(subject!)).map(({ body }) => body!)
    expect(found).toHaveLength(3)
    // Other courts are proposed below.
    const about = (court: string) => found.find((body) => body.split('訂單編號')[0]!.includes(court))!
    expect(about('羽球場 1')).toContain('漏水')
    expect(about('羽球場 2')).not.toContain('漏水')
    for (const body of found) expect(body).toMatch(/其餘的時段仍為您保留，請於 .* 前繳費 NT\$500/)
  })

  it('does not tell where a booking was moved that its member has given back meanwhile', async () => {
    const orderNo = await placed(service, me, [at(1, 20, 19), at(2, 20, 8)])
    await paid(service.db, orderNo, service.clock.now())
    const order = (await service.call('GET', `/api/Order/${orderNo}`, { as: me })).body
    const moved = order.items.find(({ start }: { start: string }) => start === at(1, 20, 19).start)
    const given = await service.call('POST', '/api/Order/Refund', { as: me, body: { orderNo, itemIds: [moved.id] } })
    expect(given.status, given.text).toBe(200)
    // As if it had waited until now.
    await addOrderEvents(service.db, [{ orderId: await idOf(orderNo), kind: 'moved', itemId: moved.id }], service.clock.now())
    await tell()
    const found = await service.inbox(me.email, 2)
    expect(found.map(({ subject }) => subject).filter((subject) => subject!.includes('改期'))).toEqual([])
  })

  it('tells the difference of a move that its member has given up before the letter is written', async () => {
    const orderNo = await placed(service, me, [at(1, 20, 19), at(2, 20, 8)])
    await paid(service.db, orderNo, service.clock.now())
    const { items } = (await service.call('GET', `/api/Order/${orderNo}`, { as: me })).body
    const itemId = items.find(({ start }: { start: string }) => start === at(1, 20, 19).start).id
    const given = await service.call('POST', '/api/Order/Refund', { as: me, body: { orderNo, itemIds: [itemId] } })
    expect(given.status, given.text).toBe(200)
    await tell()
    const [orderId, now] = [await idOf(orderNo), service.clock.now()]
    const from = { courtId: 3, start: now.toISOString(), end: now.toISOString() }
    const moved = { orderId, kind: 'moved', itemId, from, back: 200, cost: { before: 700, after: 500 } } as const
    await service.db.transaction().execute(async (trx) => {
      await oweBack(trx, { orderId, amount: 200, reason: 'moved', cause: 'moved:a test', itemId }, now)
      await addOrderEvents(trx, [moved], now)
    })
    await tell()
    const mail = await service.mail(me.email, '改期差額退費：羽球館')
    expect(mail!.body).toContain('費用由 NT$700 改為 NT$500，差額 NT$200 退還給您。')
    expect(mail!.body).toMatch(/NT\$200 (要退還給您|會退回|已退回)/)
    expect(mail!.body).not.toContain('羽球場')
  })

  it('reminds the day before, once, of what is confirmed', async () => {
    const orderNo = await placed(service, me, [at(1, 16, 19)])
    await placed(service, me, [at(1, 16, 8)])
    await paid(service.db, orderNo, service.clock.now())
    await remindOfTomorrow(service.db, service.clock.now())
    expect(
      await service.db.selectFrom('order_items').select('id').where('reminded_at', 'is not', null).execute(),
      'before the hour',
    ).toEqual([])
    const evening = new Date('2026-11-15T18:05:00+08:00')
    for (let n = 0; n < 2; n++) await remindOfTomorrow(service.db, evening)
    minutes(1)
    await tell()
    const reminders = (await service.inbox(me.email, 3)).filter(({ subject }) => subject === '明日預約提醒：羽球館')
    expect(reminders).toHaveLength(1)
    expect(reminders[0]!.body).toContain('19:00–20:00')
    expect(reminders[0]!.body).toContain(`http://localhost:3000/member/order/ticket?orderNo=${orderNo}&signed=`)
    expect(reminders[0]!.body).not.toContain('08:00–09:00')
  })

  it('writes in the member’s language', async () => {
    await service.db.updateTable('members').set({ locale: 'en' }).where('id', '=', me.id).execute()
    await placed(service, me, [at(1, 20, 19)])
    const [mail] = await mails(1)
    expect(mail!.subject).toBe('On hold for you: Badminton Hall. Please pay in time')
    expect(mail!.body).toContain('Badminton Hall Court 1　Fri 20 Nov, 19:00–20:00')
  })

  it('sends each mail once when four jobs run at the same time', async () => {
    for (let hour = 6; hour < 10; hour++) await placed(service, await service.newMember(), [at(1, 20, hour)])
    await Promise.all([tell(), tell(), tell(), tell()])
    const rows = await service.db.selectFrom('messages').select('cause').where('cause', 'like', 'outbox:%').execute()
    expect(rows).toHaveLength(4)
    expect(await service.db.selectFrom('outbox').select('id').where('told_at', 'is', null).execute()).toEqual([])
  })

  it('is sent soon after the order, without waiting for the minutely job', async () => {
    await placed(service, me, [at(1, 20, 19)])
    expect(await service.inbox(me.email, 1)).toHaveLength(1)
  })

  it('sends nothing to a closed account', async () => {
    await placed(service, me, [at(1, 20, 19)])
    await service.db.updateTable('members').set({ closed_at: service.clock.now() }).where('id', '=', me.id).execute()
    await tell()
    expect(await service.db.selectFrom('outbox').select('id').where('told_at', 'is', null).execute()).toEqual([])
  })
})

it('tells a guest whose booking costs less since it was moved where the difference is', () => {
  const sums = [
    { by: 'card', isPaidBack: true, amount: 100 },
    { by: 'card', isPaidBack: false, amount: 200 },
    { by: 'cash', isPaidBack: false, amount: 300 },
  ] as const
  expect(backText([...sums], 'tw')).toBe('已退費 NT$100。退費 NT$200 會退回付款的信用卡。退費 NT$300 請到櫃檯領取，或辦理匯款。')
  expect(backText([], 'tw')).toBe('')
})
