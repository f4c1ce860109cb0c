import { afterAll, beforeAll, expect, it } from 'vitest'
import { smallCentre } from '#testing/small-centre.ts'
import { newRound, season } from '#testing/preorders.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ start: new Date('2026-12-01T12:00:00+08:00') })
  await smallCentre(service.db)
})
afterAll(() => service.close())

const wish = { weekday: 2, start: '19:00', end: '21:00', venue1stId: 1, venue2ndId: null, leastPercent: 75 }
const about = { title: '週二練球', purpose: '', contactName: '陳建宏', contactPhone: '0912345678', headcount: 12 }

it('a club ranks wishes and changes them until the window ends; staff publish the list and draw; everybody reads the result', async () => {
  const club = await service.newMember({ communityName: '青禾羽球社' })
  const manager = await service.newMember({ role: 'manager' })
  const roundId = await newRound(service, {}, { mode: 'ballot' })
  const save = (version: number, wishes: object[]) =>
    service.call('PUT', '/api/Ballot/Community/Entry', { as: club, body: { roundId, version, ...about, wishes } })

  const wrong = await save(0, [{ ...wish, start: '19:30', end: '21:30' }, wish, wish])
  expect([wrong.status, wrong.body.code]).toEqual([422, 'wishes_refused'])
  expect(wrong.body.errors.map(({ path }: { path: string }) => path)).toEqual(['wishes.0', 'wishes.2'])
  expect((await save(0, [wish])).body).toEqual({ version: 1 })
  expect((await save(0, [wish])).body.code, 'another page had saved').toBe('changed_meanwhile')
  expect((await save(1, [{ ...wish, weekday: 4 }, wish])).body).toEqual({ version: 2 })
  const own = (await service.call('GET', `/api/Ballot/Community/Entry?roundId=${roundId}`, { as: club })).body
  expect(own).toMatchObject({ stage: 'open', entries: 1, entry: { version: 2, wishes: [{ weekday: 4 }, { weekday: 2 }] } })
  expect(own.demand).toContainEqual({ venue1stId: 1, weekday: 2, minute: 19 * 60, clubs: 1 })
  const line = {
    venue2ndId: 1,
    start: '19:00',
    end: '21:00',
    weekly: { weekday: 2, from: season.seasonFrom, to: season.seasonTo, except: [] },
  }
  const ordered = await service.call('POST', '/api/PreOrder/Community', { as: club, body: { ...about, lines: [line] } })
  expect([ordered.status, ordered.body.code], 'no pre-orders before the draw').toEqual([409, 'ballot_round'])

  const staff = (path: string, body: object) =>
    service.call('POST', `/api/Staff/Ballot/${path}`, { as: manager, body: { roundId, ...body } })
  expect((await staff('Freeze', {})).body.code).toBe('window_open')
  expect((await staff('Rehearse', { word: 'one' })).body).toMatchObject({ entries: 1, periods: 2, without: 0 })
  service.clock.advance(7 * 86_400_000 + 1000)
  await staff('Freeze', {})
  expect((await save(2, [wish])).body.code).toBe('window_closed')
  expect((await staff('Draw', {})).body.code).toBe('not_due')
  service.clock.advance(25 * 3_600_000)
  await service.keepSessions()
  await staff('Draw', {})
  const published = (await service.call('GET', `/api/Ballot/Draw/${roundId}`)).body
  expect(published).toMatchObject({ roundId, manifest: { entries: [{ number: 1 }] }, draw: { outcomes: [{ entry: 1 }] } })
  const result = (await service.call('GET', `/api/Ballot/Community/Entry?roundId=${roundId}`, { as: club })).body
  expect(result).toMatchObject({
    stage: 'drawn',
    manifestHash: published.hash,
    entry: { number: 1, outcomes: [{ isDrawn: true }, { isDrawn: true }] },
  })
})
