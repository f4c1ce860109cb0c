import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { newRound } from '#testing/preorders.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let manager: TestMember
beforeAll(async () => {
  service = await openTestService()
  manager = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())

const read = async () => (await service.call('GET', '/api/SystemSetting')).body
const change = (body: object) => service.call('PUT', '/api/Staff/Setting', { as: manager, body })

describe('B48 the settings that everybody sees', () => {
  it('have no window before there is a round, and have the server’s time', async () => {
    expect(await read()).toEqual({
      canText: true,
      consent: 'drawn',
      payWays: ['card', 'applepay', 'linepay', 'jkopay', 'taiwanpay', 'twqr', 'webatm', 'atm', 'cvs', 'barcode'],
      preOpen_ViewStart: null,
      preOpen_OrderStart: null,
      preOpen_End: null,
      preOpen_isOpen: false,
      preOpen_isStarted: false,
      siteAccess: 'wired',
      demo: true,
      canPay: true,
      loginBy: ['secret', 'passkey'],
      loginWays: [],
      isOpen: true,
      centre: {
        name: 'Fieldhouse 場館預約',
        shortName: 'Fieldhouse 場館預約',
        taxId: '',
        phone: '',
        email: '',
        address: '',
        deskHours: '',
        parking: '',
        latitude: null,
        longitude: null,
        logo: null,
        style: null,
        footer: null,
      },
      serverTime: service.clock.now().toISOString(),
    })
  })

  it('D2 have the window of the current round, open and started by the server’s clock', async () => {
    const at = (minutes: number) => new Date(service.clock.now().getTime() + minutes * 60_000)
    await smallCentre(service.db)
    const round = { viewStart: at(0), orderStart: at(1), end: at(2) }
    await newRound(service, round)
    expect(await read()).toMatchObject({
      preOpen_ViewStart: round.viewStart.toISOString(),
      preOpen_OrderStart: round.orderStart.toISOString(),
      preOpen_End: round.end.toISOString(),
      preOpen_isOpen: true,
      preOpen_isStarted: false,
    })
    service.clock.advance(60_000)
    expect(await read()).toMatchObject({ preOpen_isOpen: true, preOpen_isStarted: true })
    service.clock.advance(60_000)
    expect(await read()).toMatchObject({ preOpen_isOpen: true, preOpen_isStarted: true })
    service.clock.advance(1)
    expect(await read()).toMatchObject({ preOpen_isOpen: false, preOpen_isStarted: false })
  })

  it('C5 let staff open the site while it runs, without touching the rest', async () => {
    const before = await read()
    expect((await change({ siteAccess: 'open' })).body.siteAccess).toBe('open')
    expect(await read()).toEqual({ ...before, siteAccess: 'open' })
    expect((await change({ siteAccess: 'ajar' })).status).toBe(422)
    expect((await change({ siteAccess: 'wired' })).body.siteAccess).toBe('wired')
  })
})
