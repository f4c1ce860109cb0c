import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHouse, type House, type TestMember } from '#testing/house.ts'

let house: House
let manager: TestMember
beforeAll(async () => {
  house = await openHouse()
  manager = await house.newMember({ role: 'manager' })
})
afterAll(() => house.close())

const read = async () => (await house.call('GET', '/api/SystemSetting')).body
const change = (body: object) => house.call('PUT', '/api/Staff/Setting', { as: manager, body })

describe('B48 the settings that everybody sees', () => {
  it('have no window before there is a round, and tell the server’s time', async () => {
    expect(await read()).toEqual({
      preOpen_ViewStart: null,
      preOpen_OrderStart: null,
      preOpen_End: null,
      preOpen_isOpen: false,
      preOpen_isStarted: false,
      siteAccess: 'wired',
      serverTime: house.clock.now().toISOString(),
    })
  })

  it('D2 have the window that staff set, open and started by the server’s clock', async () => {
    const at = (minutes: number) => new Date(house.clock.now().getTime() + minutes * 60_000).toISOString()
    const preOrderWindow = { viewStart: at(0), orderStart: at(1), end: at(2) }
    expect((await change({ preOrderWindow })).status).toBe(200)
    expect(await read()).toMatchObject({
      preOpen_ViewStart: preOrderWindow.viewStart,
      preOpen_OrderStart: preOrderWindow.orderStart,
      preOpen_End: preOrderWindow.end,
      preOpen_isOpen: true,
      preOpen_isStarted: false,
    })
    house.clock.advance(60_000)
    expect(await read()).toMatchObject({ preOpen_isOpen: true, preOpen_isStarted: true })
    house.clock.advance(60_001)
    expect(await read()).toMatchObject({ preOpen_isOpen: false, preOpen_isStarted: false })
  })

  it('refuse a window whose moments are not in order, and change nothing', async () => {
    const before = await read()
    const answer = await change({
      preOrderWindow: { viewStart: '2026-12-02T00:00:00Z', orderStart: '2026-12-01T00:00:00Z', end: '2026-12-03T00:00:00Z' },
    })
    expect(answer.body).toMatchObject({
      status: 422,
      errors: [{ path: 'preOrderWindow', message: '時間順序須為：開放查看、開放登記、截止' }],
    })
    expect(await read()).toEqual(before)
  })

  it('C5 let staff open the site while it runs, without touching the rest', async () => {
    const before = await read()
    expect((await change({ siteAccess: 'open' })).body.siteAccess).toBe('open')
    expect(await read()).toEqual({ ...before, siteAccess: 'open' })
    expect((await change({ siteAccess: 'ajar' })).status).toBe(422)
    expect((await change({ siteAccess: 'wired' })).body.siteAccess).toBe('wired')
  })
})
