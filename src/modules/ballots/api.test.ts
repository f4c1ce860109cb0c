import { afterAll, beforeAll, expect, it } from 'vitest'
import { smallCentre } from '#testing/small-centre.ts'
import { drawnBallot } from '#testing/ballot-rounds.ts'
import { newRound, preOrderBody, roundBody, season, weekly } from '#testing/preorders.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

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
  const { ballotEntries } = (await service.call('GET', '/api/AccountMember/Export', { as: club })).body
  expect(ballotEntries).toMatchObject([
    { roundId, title: about.title, contactName: about.contactName, wishes: [{ weekday: 4 }, { weekday: 2, start: '19:00', court: null }] },
  ])
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

it('of several open rounds a club chooses one: what a draw has left, too, while another round is the current one', async () => {
  const club = await service.newMember({ communityName: '湖畔羽球隊' })
  const drawn = await drawnBallot(service.db)
  const days = (count: number) => new Date(service.clock.now().getTime() + count * 86_400_000)
  const ballot = await newRound(service, { end: days(3) }, { mode: 'ballot' })
  const current = await newRound(service, { end: days(2) })
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    service.call(method, `/api/PreOrder/Community${path}`, { as: club, ...(body ? { body } : {}) })
  const roundOf = async (orderNo: string) => (await call('GET', `/Detail?orderNo=${orderNo}`)).body.round.id

  const shown = (await call('GET', '/Round')).body
  expect(shown.id).toBe(current)
  expect(shown.open.map(({ id, takes }: { id: number; takes: string }) => [id, takes])).toEqual(
    expect.arrayContaining([
      [current, 'pre-orders'],
      [ballot, 'wishes'],
      [drawn, 'leftovers'],
    ]),
  )
  expect((await call('GET', `/Round?roundId=${drawn}`)).body).toMatchObject({ id: drawn, mode: 'ballot', open: shown.open })

  const left = await call('POST', '', preOrderBody([weekly(2)], { roundId: drawn }))
  expect([left.status, await roundOf(left.body.orderNo)]).toEqual([201, drawn])
  const usual = await call('POST', '', preOrderBody([weekly(3)]))
  expect([usual.status, await roundOf(usual.body.orderNo)], 'the current round unless said').toEqual([201, current])
  const draft = (await call('PUT', '/Draft', { ...preOrderBody([weekly(4, { weekday: 3 })]), roundId: drawn })).body.orderNo
  expect(await roundOf(draft)).toBe(drawn)
  const sent = await call('POST', '', preOrderBody([weekly(4, { weekday: 3 })], { orderNo: draft, roundId: current }))
  expect([sent.status, await roundOf(draft)], 'a draft stays in its round').toEqual([201, drawn])
  // Two periods a week are held of the drawn round, and one of the other.
  const third = { lines: [weekly(5, { weekday: 4 })] }
  expect((await call('POST', '/Check', { ...third, roundId: drawn })).body.problems).toMatchObject([{ code: 'over_cap' }])
  expect((await call('POST', '/Check', third)).body.problems).toEqual([])

  const refused = [
    await call('POST', '', preOrderBody([weekly(6)], { roundId: ballot })),
    await call('POST', '', preOrderBody([weekly(6)], { roundId: 999_999 })),
    await call('PUT', '/Draft', { ...preOrderBody([weekly(6)]), roundId: 999_999 }),
    await call('POST', '/Check', { lines: [weekly(6)], roundId: 999_999 }),
  ]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'ballot_round'],
    [404, 'not_found'],
    [404, 'not_found'],
    [404, 'not_found'],
  ])
})

/** A ballot of the clubs for one and the same period, and the calls of staff about it. */
async function contested(clubs: TestMember[], venue2ndId: number) {
  const manager = await service.newMember({ role: 'manager' })
  const now = service.clock.now().getTime()
  const window = { viewStart: new Date(now - 7_200_000), orderStart: new Date(now - 3_600_000), end: new Date(now + 86_400_000) }
  const roundId = await newRound(service, window, { mode: 'ballot' })
  const wishes = [{ ...wish, venue2ndId, weekday: 6 }]
  for (const as of clubs) await service.call('PUT', '/api/Ballot/Community/Entry', { as, body: { roundId, version: 0, ...about, wishes } })
  return {
    roundId,
    window,
    call: (path: string) => service.call('POST', `/api/Staff/Ballot/${path}`, { as: manager, body: { roundId } }),
    change: (more: object) =>
      service.call('PUT', '/api/Staff/Round', { as: manager, body: { ...roundBody(window, { mode: 'ballot', ...more }), id: roundId } }),
    own: async (as: TestMember) => (await service.call('GET', `/api/Ballot/Community/Entry?roundId=${roundId}`, { as })).body,
  }
}

it('the window of a ballot is not shortened once a club has entered; when it ends later, every club that entered is told', async () => {
  const clubs = await Promise.all(['早到社', '晚到社'].map((communityName) => service.newMember({ communityName })))
  const { change, window } = await contested(clubs, 5)
  const at = (moment: Date, hours: number) => new Date(moment.getTime() + hours * 3_600_000).toISOString()
  const shorter = await change({ end: at(window.end, -1) })
  expect([shorter.status, shorter.body.errors]).toMatchObject([422, [{ path: 'end', message: expect.stringContaining('不能縮短') }]])
  expect((await change({ orderStart: at(window.orderStart, 2) })).body.errors).toMatchObject([{ path: 'orderStart' }])
  expect((await change({ nameTw: '同樣的時間' })).status).toBe(200)
  expect((await change({ end: at(window.end, 24) })).status).toBe(200)
  for (const { email } of clubs) expect((await service.inbox(email))[0]!.subject).toMatch(/登記延長到 2026年12月/)

  const empty = await newRound(service, window, { mode: 'ballot' })
  const manager = await service.newMember({ role: 'manager' })
  const body = { ...roundBody({ ...window, end: new Date(at(window.end, -1)) }, { mode: 'ballot' }), id: empty }
  expect((await service.call('PUT', '/api/Staff/Round', { as: manager, body })).status, 'nobody has entered').toBe(200)
})

it('a round keeps its mode once it is open, and stays as it is between the freeze and the draw', async () => {
  const club = await service.newMember({ communityName: '固定社' })
  const { call, change, roundId } = await contested([club], 6)
  const opened = await change({ mode: 'first-come' })
  expect([opened.status, opened.body.code, opened.body.errors]).toMatchObject([422, 'round_invalid', [{ path: 'mode' }]])
  expect((await change({ nameTw: '改名' })).status, 'the rest may change').toBe(200)
  const later = (hours: number) => new Date(service.clock.now().getTime() + hours * 3_600_000).toISOString()
  const notYet = await newRound(service, { orderStart: new Date(later(1)) }, { mode: 'ballot' })
  const early = roundBody({ viewStart: service.clock.now(), orderStart: new Date(later(1)), end: new Date(later(9)) })
  const manager = await service.newMember({ role: 'manager' })
  const turned = await service.call('PUT', '/api/Staff/Round', { as: manager, body: { ...early, id: notYet } })
  expect(turned.status, 'before it opens the mode may change').toBe(200)

  service.clock.advance(86_400_000 + 1000)
  await service.keepSessions()
  expect((await call('Freeze')).status).toBe(200)
  for (const more of [{ nameTw: '又改名' }, { mode: 'first-come' }, { end: later(48) }, { periodsPerWeek: 5 }]) {
    const refused = await change(more)
    expect([refused.status, refused.body.code], JSON.stringify(more)).toEqual([409, 'round_frozen'])
  }
  const withdrawn = await service.call('POST', '/api/Ballot/Community/Withdraw', { as: club, body: { roundId } })
  expect([withdrawn.status, withdrawn.body.code]).toEqual([409, 'window_closed'])
  service.clock.advance(25 * 3_600_000)
  await service.keepSessions()
  expect((await call('Draw')).status).toBe(200)
  expect((await change({ mode: 'first-come', end: later(48) })).body.code, 'drawn, it is still a ballot').toBe('round_invalid')
  expect((await change({ end: later(48) })).status).toBe(200)
})

it('mails say what decides, what was drawn, and what came free when a club that had won cancels', async () => {
  const clubs = [await service.newMember({ communityName: '甲社' }), await service.newMember({ communityName: '乙社' })]
  const { call, own } = await contested(clubs, 7)
  service.clock.advance(86_400_000 + 1000)
  await service.keepSessions()
  const { hash } = (await call('Freeze')).body
  for (const club of clubs) {
    const { number } = (await own(club)).entry
    const mail = await service.mail(club.email, `2027 年第一季：抽籤名單已公告，您的編號是 ${number}`)
    expect(mail?.body).toContain(hash)
    expect(mail?.body).toContain('有 1 支籤')
  }
  service.clock.advance(25 * 3_600_000)
  await service.keepSessions()
  await call('Draw')
  const isLucky = (await own(clubs[0]!)).entry.outcomes[0].isDrawn
  const [winner, other] = (isLucky ? clubs : clubs.toReversed()) as [TestMember, TestMember]
  // Mails of the pre-order itself come to the same address, in any order.
  const bodies = async (as: TestMember) => (await service.inbox(as.email)).map(({ body }) => body).join()
  await expect.poll(() => bodies(winner), { timeout: 30_000 }).toContain('您抽中 1 個每週時段')
  await expect.poll(() => bodies(other), { timeout: 30_000 }).toContain('若下一季再參加，您會多一支籤')

  await service.db.updateTable('members').set({ locale: 'en' }).where('id', '=', other.id).execute()
  const { orderNo } = (await service.call('GET', '/api/PreOrder/Community/List/Order', { as: winner })).body.items[0]
  await service.call('POST', '/api/PreOrder/Community/Cancel', { as: winner, body: { orderNo } })
  const [offer] = (await own(other)).offers
  expect(offer).toMatchObject({ state: 'offered', dates: 13 })
  const offered = (await service.inbox(other.email, 3)).find(({ subject }) => subject?.startsWith('Available for you: '))
  expect(offered?.body).toContain('13 dates')
  expect(offered?.body).toMatch(/\/en\/member\/order\/schedule\/create\?ballot=\d+/)
  const answer = (as: TestMember, accept: boolean) =>
    service.call('POST', '/api/Ballot/Community/Offer', { as, body: { offerId: offer.id, accept } })
  expect((await answer(winner, true)).status, 'another club').toBe(404)
  const accepted = (await answer(other, true)).body.orderNo
  expect((await service.call('GET', `/api/PreOrder/Community/Detail?orderNo=${accepted}`, { as: other })).body.status).toBe('submitted')
  expect((await answer(other, false)).body.code).toBe('substitute_over')
})

it('clubs and staff read how the floor of a round went, once it is open or drawn, without names', async () => {
  const [early, late] = [await service.newMember({ communityName: '早到社' }), await service.newMember({ communityName: '晚到社' })]
  const manager = await service.newMember({ role: 'manager' })
  const send = async (as: TestMember, roundId: number, venue2ndId: number) => {
    const lines = [weekly(venue2ndId, { weekday: 1, start: '06:00', end: '08:00' })]
    return (await service.call('POST', '/api/PreOrder/Community', { as, body: preOrderBody(lines, { roundId }) })).body.orderNo
  }
  const fairness = (roundId: number) => service.call('GET', `/api/PreOrder/Community/Fairness?roundId=${roundId}`, { as: late })

  // In the season before, the one got what it asked for, and the other gave it up.
  const before = await newRound(service)
  await send(early, before, 1)
  const body = { orderNo: await send(late, before, 2) }
  await service.call('POST', '/api/PreOrder/Community/Cancel', { as: late, body })
  service.clock.advance(3_600_000)
  const roundId = await newRound(service, { viewStart: service.clock.now(), orderStart: service.clock.now() })
  expect((await fairness(roundId)).body).toEqual([])
  await send(late, roundId, 3)
  service.clock.advance(11 * 60_000)
  await service.call('POST', '/api/PreOrder/Community/Cancel', { as: early, body: { orderNo: await send(early, roundId, 4) } })
  const { body: shown, text } = await fairness(roundId)
  expect(shown).toMatchObject([
    {
      venue1stId: 1,
      clubs: 2,
      byHours: [{ upTo: 0, clubs: 1 }, { upTo: 2, clubs: 1 }, { clubs: 0 }, { clubs: 0 }, { upTo: null, clubs: 0 }],
      newcomers: { clubs: 1, served: 1 },
      luckless: { clubs: 1, served: 1 },
      gone: [{ minutes: 1 }, { minutes: 10 }],
    },
  ])
  expect(text).not.toContain('社"')
  expect((await service.call('GET', `/api/Staff/Season/${roundId}/Fairness`, { as: manager })).body).toEqual(shown)
  const undrawn = await newRound(service, {}, { mode: 'ballot' })
  expect([(await fairness(undrawn)).body.code, (await fairness(999_999)).body.code]).toEqual(['not_yet_visible', 'not_found'])
})
