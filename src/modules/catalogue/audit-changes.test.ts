import { afterAll, beforeAll, expect, it } from 'vitest'
import { presentAction } from '#modules/audit/present.ts'
import { fieldsOf } from '#modules/audit/texts.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import type { FacilityFile } from './file-wire.ts'
import { templateFile } from './templates.ts'

let service: TestService
let manager: TestMember
beforeAll(async () => {
  service = await openTestService()
  manager = await service.newMember({ role: 'manager' })
  const made = await call('POST', '/api/Staff/Catalogue/Change', {
    changes: { facilities: templateFile('school-gym', '2026-01-01').facilities! },
  })
  if (made.status !== 200) throw new Error(made.text)
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: object) => service.call(method, path, body ? { as: manager, body } : { as: manager })
const catalogue = async () => (await call('GET', '/api/Staff/Catalogue')).body
const hall = async (code: string): Promise<FacilityFile> =>
  (await catalogue()).file.facilities.find((one: FacilityFile) => one.code === code)
const change = async (facility: FacilityFile) =>
  call('POST', '/api/Staff/Catalogue/Change', { changes: { facilities: [facility] }, basedOn: (await catalogue()).revisions })

it('writes prices to the audit log in words: whose, from what to what, from when; found by what they are called', async () => {
  const facility = await hall('MH')
  const list = facility.priceLists[0]!
  const [offPeak = 0, peak = 0] = list.prices['PUB']!
  facility.priceLists.push({ ...list, from: '2026-12-01', prices: { ...list.prices, PUB: [offPeak + 20, peak + 30] } })
  expect((await change(facility)).status).toBe(200)
  const found = async (words: string, locale = 'tw') =>
    (
      await service.call('POST', '/api/Staff/Audit/List', { as: manager, body: { words }, headers: { 'accept-language': locale } })
    ).body.items.filter(({ action }: { action: string }) => action === 'prices.changed')
  const [tw] = await found('價格')
  expect(tw.sentence).toContain('的價格：一般民眾')
  expect(tw.sentence).toContain(
    `自 2026年12月1日（二） 起，由 離峰 NT$${offPeak}、尖峰 NT$${peak} 改為 離峰 NT$${offPeak + 20}、尖峰 NT$${peak + 30}`,
  )
  const [en] = await found('price', 'en')
  expect(en.sentence).toContain('changed prices of ')
  expect(en.fields[0]).toEqual({
    name: expect.stringMatching(/^Price for .+, from Tue 1 Dec 2026$/),
    before: `Off-peak NT$${offPeak}, Peak NT$${peak}`,
    after: `Off-peak NT$${offPeak + 20}, Peak NT$${peak + 30}`,
  })
  // With another word, both have to fit.
  expect(await found(`${facility.name.tw} 價格`)).toHaveLength(1)
  expect(await found('羽球 價格')).toHaveLength(0)
  const others = await service.db.selectFrom('audit_log').select('id').where('action', '=', 'facility.changed').execute()
  // A third level: its name and hours in words, then the one level whose price changes.
  const third = await hall('MH')
  const coming = third.priceLists[1]!
  coming.levels.push({ name: { tw: '假日', en: 'Holiday' }, hours: [{ days: ['holiday'], from: '17:00', to: '22:00' }] })
  for (const row of [coming.prices, ...Object.values(coming.courts ?? {})].flatMap((rows) => Object.values(rows))) row.push(900)
  expect((await change(third)).status).toBe(200)
  const [added] = await found('價格')
  expect(added.fields.find(({ name }: { name: string }) => name.includes('價格級別')).after).toMatch(
    /^離峰；尖峰 .+；假日 假日 17:00–22:00$/,
  )
  coming.prices['PUB']![2] = 950
  expect((await change(third)).status).toBe(200)
  const [dearer] = await found('價格')
  expect(dearer.sentence).toContain('的價格：一般民眾')
  expect(dearer.sentence).toContain('自 2026年12月1日（二） 起，由 假日 NT$900 改為 假日 NT$950')
  // A price of one court in a list that has begun: that court is named, and no other field.
  const again = await hall('MH')
  again.priceLists[0]!.courts = { [again.courts[0]!.code]: { ...list.prices, PUB: [1, 1] } }
  const body = { changes: { facilities: [again] }, basedOn: (await catalogue()).revisions }
  const plan = (await call('POST', '/api/Staff/Catalogue/Preview', body)).body
  expect(plan.prices[0].courtNames, 'the review names it too').toEqual([again.courts[0]!.name.tw])
  expect(plan.changes[0].label).toContain(again.courts[0]!.name.tw)
  expect((await change(again)).status).toBe(200)
  const [one] = await found('價格')
  expect(one.sentence).toContain(`（${again.courts[0]!.name.tw}）`)
  expect(one.fields[0].after).toBe('NT$1')
  expect(await service.db.selectFrom('audit_log').select('id').where('action', '=', 'facility.changed').execute()).toEqual(others)
})

it('writes fields and the order of courts in words', async () => {
  const facility = await hall('MH')
  const [first, second] = facility.courts.map(({ name }) => name.tw)
  facility.courts = [facility.courts[1]!, facility.courts[0]!, ...facility.courts.slice(2)]
  facility.courts[0]!.name.tw = '中央球場'
  expect((await change(facility)).status).toBe(200)
  const { items } = (await call('POST', '/api/Staff/Audit/List', { action: 'facility.changed' })).body
  const fields = items[0].fields as { name: string; before: string; after: string }[]
  expect(fields).toContainEqual({ name: '中央球場 › 名稱（中文）', before: second, after: '中央球場' })
  expect(fields.find(({ name }) => name === '順序')?.after).toMatch(new RegExp(`^中央球場、${first}`))
  expect(JSON.stringify(fields)).not.toContain(facility.courts[0]!.code)
})

it('calls a move that keeps the time a change of court', () => {
  const spot = { court: { tw: '羽球場 1', en: 'Court 1' }, start: '2026-12-01T01:00:00.000Z', end: '2026-12-01T02:00:00.000Z' }
  const row = { action: 'booking.moved', actorName: '王', subjectKind: 'order', subjectId: 'F1', subjectLabel: '', before: spot }
  const said = (after: object) => presentAction({ ...row, after, at: new Date(0), actorRoles: [] } as never, new Map(), 'tw').sentence
  expect(said({ ...spot, court: { tw: '羽球場 2', en: 'Court 2' } })).toBe('王 為訂單 F1 換場地')
  expect(said({ ...spot, start: '2026-12-01T03:00:00.000Z' })).toBe('王 為訂單 F1 改期')
})

it('reads prices that were written before lists had other levels', () => {
  const price = (offPeak: number, peak: number) => ({ offPeak, peak })
  const ofStudents = { identities: [{ tw: '學生', en: 'Student' }], courts: [], from: '2026-12-01' }
  const said = (before: object | null, after: object, locale: 'tw' | 'en') => {
    const [field] = fieldsOf(null, { prices: [{ ...ofStudents, before, after }] }, new Map(), locale)
    return [field!.before, field!.after]
  }
  expect(said(price(100, 200), price(120, 250), 'tw')).toEqual(['離峰 NT$100、尖峰 NT$200', '離峰 NT$120、尖峰 NT$250'])
  expect(said(price(100, 200), price(100, 250), 'en'), 'only the level that changes').toEqual(['peak NT$200', 'peak NT$250'])
  expect(said(null, price(50, 50), 'en')).toEqual(['(none)', 'NT$50'])
})
