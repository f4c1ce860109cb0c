import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { deskCalls } from '#testing/tills.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { changeFor, quickAmounts, sumOfPieces } from './rules.ts'

let service: TestService
let desk: TestMember
beforeAll(async () => {
  service = await openTestService()
  desk = await service.newMember({ role: 'desk' })
})
afterAll(() => service.close())

const { post, openTill, till } = deskCalls(() => service)
const move = (tillId: string, kind: 'in' | 'out', amount: number, reason = '找零用', key?: string) =>
  post(desk, '/api/Staff/Till/Move', { tillId, kind, amount, reason }, key)
const close = (tillId: string, pieces: object, expected: number, explanation = '') =>
  post(desk, '/api/Staff/Till/Close', { tillId, pieces, expected, explanation })

describe('cash', () => {
  it('is counted by notes and coins, and the change follows from what is given', () => {
    expect(sumOfPieces({ 1000: 2, 100: 3, 5: 1 })).toBe(2305)
    expect([changeFor(300, 1000), changeFor(300, 300), changeFor(300, 299)]).toEqual([700, 0, undefined])
    expect(quickAmounts(350)).toEqual([350, 400, 500, 1000, 2000])
    expect(quickAmounts(500)).toEqual([500, 1000, 2000])
    expect(quickAmounts(0)).toEqual([])
  })
})

describe('a till', () => {
  it('is opened with a float, moved with reasons, and closed with a count; the difference is a row with its explanation', async () => {
    const id = await openTill(desk, 2000)
    expect((await move(id, 'in', 500)).status).toBe(204)
    expect((await move(id, 'out', 300, '買飲水')).status).toBe(204)
    expect(await till(desk, id)).toMatchObject({
      expected: 2200,
      closedAt: null,
      rows: [{ kind: 'opened' }, { kind: 'in' }, { kind: 'out', amount: -300 }],
    })
    // NT$20 are missing.
    const pieces = { 1000: 2, 100: 1, 50: 1, 10: 3 }
    expect(await close(id, pieces, 2200)).toMatchObject({
      status: 422,
      body: { code: 'difference_unexplained', difference: -20, counted: 2180 },
    })
    expect(await close(id, pieces, 2200, '找零多給 20 元')).toMatchObject({
      status: 200,
      body: { expected: 2200, counted: 2180, difference: -20 },
    })
    const closed = await till(desk, id)
    expect(closed).toMatchObject({ counted: 2180, difference: -20, explanation: '找零多給 20 元', pieces })
    expect(closed.rows.slice(-2)).toMatchObject([
      { kind: 'difference', amount: -20, reason: '找零多給 20 元' },
      { kind: 'closed', amount: -2180 },
    ])
    expect(closed.rows.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(0)
    const file = await service.call('GET', `/api/Staff/Till/${id}/Rows.csv`, { as: desk })
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(file.text).toContain('找零多給 20 元')
  })

  it('is a workbook: sums with the difference and its explanation, the count by notes and coins, and every row', async () => {
    const id = await openTill(desk, 1000, '=1+1')
    await move(id, 'in', 50, '=HYPERLINK("http://x")')
    await close(id, { 1000: 1, 10: 3 }, 1050, '少找 20')
    const book = async (locale: string) => {
      const headers = { authorization: `Bearer ${desk.token}`, 'accept-language': locale }
      const answer = await service.app.fetch(new Request(`http://localhost/api/Staff/Till/${id}/Close.xlsx`, { headers }))
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="till-2026-11-15-[0-9a-f]{8}\.xlsx"$/)
      return (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets.map(({ name, rows }) => ({ name, rows }))
    }
    const [sums, ways, count, rows] = await book('zh-TW')
    expect([sums!.name, ways!.name, count!.name, rows!.name]).toEqual(['交班表', '各種付款方式', '點鈔', '進出紀錄'])
    expect(sums!.rows).toEqual(
      expect.arrayContaining([
        ['收銀櫃名稱', '=1+1'],
        ['存入', 50],
        ['應有現金', 1050],
        ['實點金額', 1030],
        ['差額', -20],
        ['差額說明', '少找 20'],
      ]),
    )
    expect(count!.rows).toContainEqual([10, 3, 30])
    // Texts that begin like a formula are texts.
    expect(rows!.rows.map(([, kind, amount, sum, , reason]) => [kind, amount, sum, reason ?? ''])).toEqual([
      ['項目', '金額', '累計', '說明'],
      ['開班備用金', 1000, 1000, ''],
      ['存入', 50, 1050, '=HYPERLINK("http://x")'],
      ['差額', -20, 1030, '少找 20'],
      ['結班取出', -1030, 0, ''],
    ])
    expect((await book('en')).map(({ name }) => name)).toEqual([
      'Shift report',
      'By payment method',
      'Count',
      'Movements',
      'Slips and vouchers',
    ])
  })

  it('is open once by its name, and takes nothing once it is closed', async () => {
    const id = await openTill(desk, 100, '二樓')
    expect(await post(desk, '/api/Staff/Till/Open', { name: '二樓', float: 0 })).toMatchObject({
      status: 409,
      body: { code: 'till_open_already' },
    })
    expect((await close(id, { 100: 1 }, 100)).status).toBe(200)
    expect(await move(id, 'in', 1)).toMatchObject({ status: 409, body: { code: 'till_closed' } })
    expect(await close(id, { 100: 1 }, 100)).toMatchObject({ status: 409, body: { code: 'till_closed' } })
    expect(await openTill(desk, 0, '二樓')).toEqual(expect.any(String))
  })

  it('gives out no more than is in it, and records a movement that is sent twice once', async () => {
    const id = await openTill(desk, 100, '三樓')
    expect(await move(id, 'out', 101)).toMatchObject({ status: 409, body: { code: 'till_too_empty', inTill: 100 } })
    for (let n = 0; n < 2; n++) expect((await move(id, 'out', 60, '買水', 'sent two times')).status).toBe(204)
    expect((await till(desk, id)).expected).toBe(40)
    expect(await move(id, 'out', 10, '買水', 'sent two times')).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
  })

  it('is not closed against a sum that has changed since it was shown', async () => {
    const id = await openTill(desk, 100, '四樓')
    await move(id, 'in', 50)
    expect(await close(id, { 100: 1 }, 100)).toMatchObject({ status: 409, body: { code: 'till_changed', expected: 150 } })
  })

  it('keeps its rows: none is changed or deleted, and a closed till stays as it is', async () => {
    const id = await openTill(desk, 100, '五樓')
    await expect(sql`update till_rows set amount = 0 where till_id = ${id}`.execute(service.db)).rejects.toThrow('refused')
    await expect(sql`delete from till_rows where till_id = ${id}`.execute(service.db)).rejects.toThrow('refused')
    await close(id, { 100: 1 }, 100)
    await expect(sql`update tills set counted = 0, explanation = 'x' where id = ${id}`.execute(service.db)).rejects.toThrow('refused')
    const late = sql`insert into till_rows (till_id, kind, amount, reason, by, at) values (${id}, 'in', 5, 'x', ${desk.id}, now())`
    await expect(late.execute(service.db)).rejects.toThrow('is closed')
  })
})
