import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { smallCentre } from '#testing/small-centre.ts'
import type { TimesAnswer } from './wire.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ start: new Date('2026-11-15T10:15:00+08:00') })
  await smallCentre(service.db)
})
afterAll(() => service.close())

const find = async (body: object): Promise<TimesAnswer> => {
  const answer = await service.call('POST', '/api/Venues/Times', { body })
  expect(answer.status).toBe(200)
  return answer.body
}
const take = (day: string, from: number, to: number, spaces: number[], kind: Occupied['kind'] = 'order') =>
  takeSpaces(
    service.db,
    spaces.map((space) => ({
      holder: crypto.randomUUID(),
      space,
      period: { start: momentAt(day, from * 60), end: momentAt(day, to * 60) },
    })),
    { kind, memberId: null, holdUntil: null },
    service.clock.now(),
  )
const hourOf = ({ start, end }: { start: string; end: string }) => `${start.slice(11, 16)}–${end.slice(11, 16)}`
const ofHall = ({ items }: TimesAnswer, id: number) => items.find(({ facility }) => facility.id === id)

describe('A1 A9 the free times of a part of a day', () => {
  it('are every start from which so long is free, with the courts and the price', async () => {
    await take('2026-11-20', 19, 20, [1, 2, 3, 4, 5, 6, 7, 8])
    await take('2026-11-20', 20, 21, [1, 2, 3])
    const evening = { date: '2026-11-20', from: '18:00', to: '22:00', sport: 'badminton' }
    const hall = ofHall(await find({ ...evening, minutes: 60 }), 1)!
    expect(hall.times.map((one) => [hourOf(one), one.courts.length, one.priceFrom])).toEqual([
      ['18:00–19:00', 8, 500],
      ['20:00–21:00', 5, 500],
      ['21:00–22:00', 8, 500],
    ])
    expect(hall.courts.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const two = ofHall(await find({ ...evening, minutes: 120 }), 1)!
    expect(two.times.map((one) => [hourOf(one), one.courts.length, one.priceFrom])).toEqual([['20:00–22:00', 5, 1000]])
  })

  it('of one facility on every day come with the coming times that are full', async () => {
    const week = await find({ date: 'any', venue1stId: 1, minutes: 60 })
    expect(week.items[0]!.full!.map((one) => `${one.start.slice(0, 10)} ${hourOf(one)}`)).toEqual(['2026-11-20 19:00–20:00'])
    expect((await find({ date: 'any', sport: 'badminton', minutes: 60 })).items[0]).not.toHaveProperty('full')
  })

  it('are not called full while every court is closed or blocked', async () => {
    await take('2026-11-16', 8, 10, [1, 2, 3, 4, 5, 6, 7, 8], 'closure')
    await take('2026-11-16', 12, 13, [1, 2, 3], 'closure')
    await take('2026-11-16', 12, 13, [4, 5, 6, 7, 8], 'block')
    await take('2026-11-16', 14, 15, [1, 2, 3, 4, 5, 6, 7], 'closure')
    await take('2026-11-16', 14, 15, [8])
    const fullOn = async (minutes: number) =>
      (await find({ date: 'any', venue1stId: 1, minutes })).items[0]!.full!.filter(({ start }) => start.startsWith('2026-11-16')).map(
        hourOf,
      )
    expect(await fullOn(60)).toEqual(['14:00–15:00'])
    expect(await fullOn(120), 'every court but the last is closed at some time of it').toEqual(['13:00–15:00', '14:00–16:00'])
    const morning = await find({ date: 'any', venue1stId: 1, minutes: 60, from: '06:00', to: '12:00', most: 1 })
    expect([morning.items[0]!.times.length, morning.items[0]!.full], 'full is what is full of the part that was asked for').toEqual([1, []])
  })

  it('hold a session that begins in it, and a length that is longer than what was asked for', async () => {
    expect(ofHall(await find({ date: '2026-11-21', from: '18:00', to: '19:00' }), 3)!.times.map(hourOf)).toEqual(['18:00–22:00'])
    expect(ofHall(await find({ date: '2026-11-21', from: '18:00', to: '19:00', minutes: 120 }), 1)!.times.map(hourOf)).toEqual([
      '18:00–20:00',
    ])
  })

  it('name the courts that exclude each other, and only those that are free at some time', async () => {
    await take('2026-11-19', 6, 22, [10])
    const arena = ofHall(await find({ date: '2026-11-19', from: '12:00', to: '13:00', sport: 'basketball' }), 2)!
    expect(arena.courts).toEqual([{ id: 12, name: expect.any(String), sharesWith: [10] }])
  })

  it('are none when all is taken, or past, or not open yet; then what is near is answered', async () => {
    await take('2026-11-18', 6, 22, [1, 2, 3, 4, 5, 6, 7, 8])
    const full = await find({ date: '2026-11-18', from: '18:00', to: '22:00', sport: 'badminton' })
    expect([full.standing, full.items, new Set(full.alternatives.map(({ kind }) => kind))]).toEqual([
      'open',
      [],
      new Set(['other-facility', 'other-day']),
    ])
    expect(await find({ date: '2026-11-15', from: '06:00', to: '10:00' })).toMatchObject({ standing: 'past', items: [] })
    expect(await find({ date: '2026-12-01', venue1stId: 1 })).toMatchObject({ standing: 'not-yet', opensOn: '2026-11-24', items: [] })
  })

  it('leave out what is past of today', async () => {
    expect(ofHall(await find({ date: '2026-11-15', from: '06:00', to: '12:00' }), 1)!.times.map(hourOf)).toEqual(['11:00–12:00'])
  })

  it('are of every day that can be booked, where any will do: two hours of an evening', async () => {
    await take('2026-11-17', 18, 22, [1, 2, 3, 4, 5, 6, 7, 8])
    await take('2026-11-21', 18, 20, [1, 2, 3, 4, 5, 6, 7, 8])
    const evening = { date: 'any', from: '18:00', to: '22:00', minutes: 120, sport: 'badminton' }
    const { times } = ofHall(await find(evening), 1)!
    const starts = (day: string) => times.filter(({ start }) => start.startsWith(day)).map(hourOf)
    expect([starts('2026-11-15'), starts('2026-11-17'), starts('2026-11-21')]).toEqual([
      ['18:00–20:00', '19:00–21:00', '20:00–22:00'],
      [],
      ['20:00–22:00'],
    ])
    expect(times.at(-1)!.start.slice(0, 10), 'the last day that is open').toBe('2026-11-22')
    expect(ofHall(await find({ ...evening, most: 2 }), 1)!.times.map(({ start }) => start.slice(0, 13))).toEqual([
      '2026-11-15T18',
      '2026-11-15T19',
    ])
  })

  it('are answered with what is near when no day has one', async () => {
    const { items, standing, alternatives } = await find({ date: 'any', from: '20:00', to: '22:00', minutes: 240, sport: 'badminton' })
    expect([standing, items, alternatives[0]!.kind]).toEqual(['open', [], 'other-time'])
  })

  it('of one facility are its full times when nothing at all is free, with what is near', async () => {
    const evenings = { date: 'any', venue1stId: 2, minutes: 60, from: '21:00', to: '22:00' }
    const days = (await find(evenings)).items[0]!.times.map(({ start }) => start.slice(0, 10))
    for (const day of days) await take(day, 21, 22, day === '2026-11-19' ? [11] : [10, 11])
    const { items, alternatives } = await find(evenings)
    expect(items.map(({ times, full }) => [times, full!.map(({ start }) => start.slice(0, 10))])).toEqual([[[], days]])
    expect(days).toHaveLength(8)
    expect(alternatives[0]).toMatchObject({ kind: 'other-time', facility: { id: 2 } })
  })

  it.each([
    [{ date: '2026-02-30' }, 'date'],
    [{ date: 'every' }, 'date'],
    [{ date: '2026-11-20', from: '19:00', to: '18:00' }, 'to'],
    [{ minutes: 5 }, 'minutes'],
    [{ most: 1000 }, 'most'],
  ])('refuses %o', async (body, field) => {
    const { status, body: problem } = await service.call('POST', '/api/Venues/Times', { body })
    expect([status, problem.errors.map(({ path }: { path: string }) => path)]).toEqual([422, [field]])
  })
})

describe('A1 the next free times of each facility', () => {
  it('are of today, or of the day that has one', async () => {
    const { items } = await find({ most: 2 })
    expect(items.map(({ facility, times }) => [facility.id, times.map(({ start }) => start)])).toEqual([
      [1, ['2026-11-15T11:00:00+08:00', '2026-11-15T12:00:00+08:00']],
      [2, ['2026-11-15T11:00:00+08:00', '2026-11-15T12:00:00+08:00']],
      [3, ['2026-11-15T13:00:00+08:00', '2026-11-15T18:00:00+08:00']],
    ])
    await take('2026-11-15', 10, 22, [1, 2, 3, 4, 5, 6, 7, 8])
    expect(ofHall(await find({ most: 1 }), 1)!.times.map(({ start }) => start)).toEqual(['2026-11-16T06:00:00+08:00'])
  })

  it('are those of tomorrow at night', async () => {
    service.clock.advance(12.5 * 3_600_000)
    expect((await find({ most: 1, venue1stId: 2 })).items[0]!.times[0]!.start.slice(0, 10)).toBe('2026-11-16')
  })
})
