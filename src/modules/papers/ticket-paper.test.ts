import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, paid, placed } from '#testing/orders.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { updateCentre } from '#modules/centre/store.ts'

let service: TestService
let amy: TestMember
let orderNo: string
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  const words = {
    name: { tw: '青禾運動公園', en: 'Qinghe Sports Park' },
    address: { tw: '青禾路一段 1 號', en: '1 Qinghe Road' },
    parking: { tw: '停車場在北側。', en: 'Car park on the north side.' },
  }
  await updateCentre(service.db, words, null, service.clock.now())
  await service.db
    .updateTable('facilities')
    .set({ rules_tw: ['請穿室內鞋'], place_tw: '球類館 2 樓' })
    .where('id', '=', 1)
    .execute()
  amy = await service.newMember()
  orderNo = await placed(service, amy, [at(1, 16, 19), at(2, 17, 20)])
  await paid(service.db, orderNo, service.clock.now())
})
afterAll(() => service?.close())

const path = (of = orderNo) => `/api/Paper/Ticket/${of}`
const paperOf = async (as: TestMember, query = '') => {
  const headers = { authorization: `Bearer ${as.token}`, 'accept-language': 'zh-TW' }
  const answer = await service.app.request(`${path()}${query}`, { headers })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(answer.status, new TextDecoder().decode(bytes)).toBe(200)
  return { headers: answer.headers, bytes, pdf: await readPdf(bytes) }
}
const ticket = async () => (await service.call('GET', `/api/Order/Ticket/${orderNo}`, { as: amy })).body

describe('the paper of a ticket', () => {
  it('shows each period with its hours, court, code and letters, who plays, the way there and the rules', async () => {
    await service.call('PUT', '/api/Order/Players', { as: amy, body: { orderNo, names: ['小明', 'Zoë'] } })
    const { headers, bytes, pdf } = await paperOf(amy)
    expect(pdf).toMatchObject({ title: '入場票券', lang: 'zh-Hant-TW', isMarked: true })
    const { items, players } = await ticket()
    expect(players).toEqual(['小明', 'Zoë'])
    const letters = items.map(({ typedCode }: { typedCode: string }) => typedCode)
    expect(letters).toHaveLength(2)
    const said = ['青禾運動公園', '2026年11月16日（一）', '19:00–20:00', '羽球場 1', '球類館 2 樓', '20:00–21:00', '羽球場 2']
    const around = ['18:30 起可以報到', orderNo, '小明', '交通與聯絡', '青禾路一段 1 號', '停車場在北側。', '請穿室內鞋', ...letters]
    for (const one of [...said, ...around]) expect(pdf.text).toContain(one)
    expect(pdf.tags.filter(({ role }) => role === 'Figure')).toHaveLength(2)
    expect(Buffer.from(bytes).toString('latin1')).toContain('/Alt')
    expect(bytes.length).toBeLessThan(90_000)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-disposition')).toContain(encodeURIComponent(`入場票券 ${orderNo}.pdf`))
  })

  it('is in English, or in both', async () => {
    const english = (await paperOf(amy, '?lang=en')).pdf
    expect(english.title).toBe('Ticket')
    for (const one of ['Mon 16 Nov 2026', '19:00–20:00', '1 Qinghe Road']) expect(english.text).toContain(one)
    expect(english.text).not.toMatch(/入場票券|報到/)
    const { pdf: both } = await paperOf(amy, '?lang=both')
    for (const one of ['入場票券', '2026年11月16日（一）', 'Mon 16 Nov 2026', '青禾路一段 1 號', '1 Qinghe Road'])
      expect(both.text).toContain(one)
  })

  it('is nobody else’s, and there is none of what has no ticket', async () => {
    expect((await service.call('GET', path())).status).toBe(401)
    expect(await service.call('GET', path(), { as: await service.newMember() })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await service.call('GET', path(), { as: await service.newMember({ role: 'desk' }) })).status).toBe(404)
    const unpaid = await placed(service, amy, [at(3, 18, 9)])
    expect((await service.call('GET', path(unpaid), { as: amy })).status).toBe(404)
    expect((await service.call('GET', path('F2611152222222'), { as: amy })).status).toBe(404)
  })

  it('shows no code of a period that is over or was cancelled', async () => {
    const [first, second] = (await ticket()).items
    await service.db.updateTable('order_items').set({ state: 'cancelled' }).where('id', '=', second.id).execute()
    const one = (await paperOf(amy)).pdf
    expect(one.text).toContain(first.typedCode)
    expect(one.text).not.toContain(second.typedCode)
    expect(one.text).not.toContain('羽球場 2')
    service.clock.advance(Date.parse('2026-11-16T21:00:00+08:00') - service.clock.now().getTime())
    const over = (await paperOf(amy)).pdf
    expect(over.text).toContain('已結束')
    expect(over.text).not.toContain(first.typedCode)
    expect(over.tags.filter(({ role }) => role === 'Figure')).toEqual([])
  })
})
