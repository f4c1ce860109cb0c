import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { hoursSoon } from './rules.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ start: new Date('2026-11-15T10:15:00+08:00') })
  await smallCentre(service.db)
})
afterAll(() => service.close())

describe('A1 what is free in the next two hours', () => {
  it('are the two hours that begin next, also across midnight', () => {
    expect(hoursSoon(new Date('2026-11-15T10:15:00+08:00'))).toEqual([
      { day: '2026-11-15', start: 660, end: 720 },
      { day: '2026-11-15', start: 720, end: 780 },
    ])
    expect(hoursSoon(new Date('2026-11-15T22:30:00+08:00'))).toEqual([
      { day: '2026-11-15', start: 1380, end: 1440 },
      { day: '2026-11-16', start: 0, end: 60 },
    ])
  })

  it('counts the courts of each facility, hour by hour, without those that are taken', async () => {
    const at = (from: number, to: number) => ({ start: momentAt('2026-11-15', from * 60), end: momentAt('2026-11-15', to * 60) })
    await takeSpaces(
      service.db,
      [1, 2, 3].map((space) => ({ holder: crypto.randomUUID(), space, period: at(11, 12) })),
      { kind: 'order', memberId: null, holdUntil: null },
      service.clock.now(),
    )
    const { status, body } = await service.call('GET', '/api/Venues/FreeSoon')
    expect(status).toBe(200)
    expect(body.hours.map(({ start }: { start: string }) => start)).toEqual(['2026-11-15T11:00:00+08:00', '2026-11-15T12:00:00+08:00'])
    const ofHall = (n: number) => body.hours[n].items.find((one: { facility: { id: number } }) => one.facility.id === 1)
    expect(ofHall(0)).toMatchObject({ courts: 5, facility: { name: '羽球館' }, priceFrom: 300 })
    expect(ofHall(1)).toMatchObject({ courts: 8 })
  })

  it('is empty at night', async () => {
    service.clock.advance(12.5 * 3_600_000)
    const { body } = await service.call('GET', '/api/Venues/FreeSoon')
    expect(body.hours.map(({ courts }: { courts: number }) => courts)).toEqual([0, 0])
  })
})
