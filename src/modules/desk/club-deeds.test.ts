import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clubCalls } from '#http/club-calls.ts'
import { clubDeeds, deedOf } from '#http/club-deeds.ts'
import tw from '#i18n/messages/tw.json' with { type: 'json' }
import { newClub } from '#testing/clubs.ts'
import { at, placed } from '#testing/orders.ts'
import { offeringCalls } from '#testing/offers.ts'
import { accountOf, paidAtGateway, payAtGateway, refundCalls } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'
import type { StoryMoment } from './orders-wire.ts'

let service: TestService
let desk: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  desk = await service.newMember({ role: 'desk' })
})
afterAll(() => service.close())

const { refund, order } = refundCalls(() => service)
const nameOf = async ({ id }: TestMember) =>
  (await service.db.selectFrom('members').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
const deedsOf = async (orderNo: string) =>
  service.db
    .selectFrom('audit_log')
    .select(['action', 'member_id as by', 'call'])
    .where('subject_id', '=', orderNo)
    .where('action', 'like', 'club.%')
    .orderBy('id')
    .execute()

/** A club of people with names of their own, one of whom has booked. */
async function booked(court: number) {
  const club = await newClub(service)
  for (const role of ['owner', 'booker', 'treasurer'] as const)
    await service.db
      .updateTable('members')
      .set({ name: `${role}${court}` })
      .where('id', '=', club[role].id)
      .execute()
  return { club, orderNo: await placed(service, club.booker, [at(court, 20, 9)]) }
}

describe('who acted for a club', () => {
  it('has a name in the log for every call that changes something, and a sentence for every name', () => {
    const changing = Object.entries(clubCalls).filter(([call, rule]) => !call.startsWith('GET ') && Array.isArray(rule))
    expect(Object.keys(deedOf).toSorted()).toEqual(changing.map(([call]) => call).toSorted())
    for (const deed of clubDeeds) expect(tw).toHaveProperty(`audit_action_club_${deed}`)
  })

  it('is written down with the person, once for each call that was done, and not for one that was refused', async () => {
    const { club, orderNo } = await booked(1)
    await refund(club.treasurer, { orderNo })
    expect(await deedsOf(orderNo)).toEqual([{ action: 'club.booked', by: club.booker.id, call: 'POST /api/Order/Member' }])
    await service.call('PUT', '/api/Order', { as: club.owner, body: { orderNo, status: 'cancelled' } })
    expect((await deedsOf(orderNo)).at(-1)).toMatchObject({ action: 'club.changed', by: club.owner.id })
  })

  it('is not written for somebody who acts for themselves, nor for a club by its own login', async () => {
    const { club } = await booked(2)
    const me = await service.newMember()
    await service.db
      .insertInto('club_people')
      .values({ club_id: club.id, person_id: club.id, role: 'booker', since: service.clock.now() })
      .execute()
    expect(await deedsOf(await placed(service, me, [at(2, 20, 11)]))).toEqual([])
    expect(await deedsOf(await placed(service, club.ownLogin, [at(2, 20, 12)]))).toEqual([])
  })

  it('is told to the people of the club on the order, and to staff in its story', async () => {
    const { club, orderNo } = await booked(3)
    service.clock.advance(60_000)
    await payAtGateway(service, club.treasurer, orderNo, 'atm')
    service.clock.advance(60_000)
    const asked = await refund(club.booker, { orderNo })
    service.clock.advance(60_000)
    const { refundNo } = asked.body
    const account = await accountOf(service, club.treasurer, { accountName: club.name })
    await service.call('POST', '/api/Order/Refund/Account', { as: club.treasurer, body: { refundNo, ...account } })

    const { deeds } = await order(club.owner, orderNo)
    expect(deeds.map(({ deed, name }: { deed: string; name: string }) => [deed, name])).toEqual([
      ['booked', 'booker3'],
      ['went_to_pay', 'treasurer3'],
      ['given_up', 'booker3'],
      ['account_named', 'treasurer3'],
    ])
    const { body } = await service.call('GET', `/api/Staff/Order/${orderNo}`, { as: desk })
    const by = (wanted: (one: StoryMoment) => boolean) => body.story.find(wanted)?.by.name
    expect(by(({ what }) => what === 'placed')).toBe(await nameOf(club.booker))
    expect(by(({ what }) => what === 'paid')).toBe(await nameOf(club.treasurer))
    expect(by((one) => one.refund?.status === 'approved' || one.refund?.status === 'requested')).toBe(await nameOf(club.booker))
    expect(by(({ what }) => what === 'closed')).toBe(await nameOf(club.booker))
  })
})

/** The handler says the order: neither the request nor the answer has its number. */
const namedByHandler = ['POST /api/Order/Booking/{id}/Move', 'POST /api/Order/Offer/{id}', 'POST /api/Wish/Accept']

describe('a deed for a club is written at its order', () => {
  const moveOf = (id: string, total: number, to = at(4, 20, 11)) => ({
    path: `/api/Order/Booking/${id}/Move`,
    body: { moves: 0, ...to, total },
    headers: { 'idempotency-key': randomUUID() },
  })

  it('by every call that names one, or whose handler does', async () => {
    const { body: page } = await service.call('GET', '/api/openapi.json')
    type Content = { content?: Record<string, { schema: { properties?: object } }> }
    const says = (part: Content | undefined) => 'orderNo' in (part?.content?.['application/json']?.schema.properties ?? {})
    const withDeed = Object.entries(deedOf).filter(([, deed]) => deed !== null && deed !== 'acted')
    const silent = withDeed.filter(([call]) => {
      const [method, path] = call.split(' ') as [string, string]
      const { requestBody, responses } = page.paths[path][method.toLowerCase()]
      const [, done] = Object.entries<Content>(responses).find(([status]) => status.startsWith('2')) ?? []
      return !says(requestBody) && !says(done)
    })
    expect(silent.map(([call]) => call).toSorted()).toEqual(namedByHandler.toSorted())
  })

  it('a move, once however often the same request comes; and so is what was placed', async () => {
    const club = await newClub(service)
    const placing = { body: { items: [at(4, 20, 9)] }, headers: { 'idempotency-key': randomUUID() }, as: club.booker }
    const [{ body }] = [await service.call('POST', '/api/Order/Member', placing), await service.call('POST', '/api/Order/Member', placing)]
    expect(await deedsOf(body.orderNo)).toHaveLength(1)
    await payAtGateway(service, club.booker, body.orderNo)
    const [item] = (await order(club.booker, body.orderNo)).items
    const { path, ...asked } = moveOf(item.id, item.price)
    for (let n = 0; n < 2; n++) {
      const moved = await service.call('POST', path, { as: club.booker, ...asked })
      expect(moved.status, moved.text).toBe(200)
    }
    expect((await deedsOf(body.orderNo)).filter(({ action }) => action === 'club.moved')).toMatchObject([{ by: club.booker.id }])
  })

  it.each([true, false])('an offer of other floor that is answered with %s, by its own name', async (accept) => {
    const manager = await service.newMember({ role: 'manager' })
    const { close, offers, answer } = offeringCalls(() => ({ service, manager }))
    const club = await newClub(service)
    const day = accept ? 17 : 18
    const { orderNo } = await paidAtGateway(service, club.booker, [at(1, day, 18)])
    await close(day, [1], '18:00')
    const [offer] = await offers(club.booker)
    for (let n = 0; n < 2; n++) expect((await answer(club.booker, offer.id, accept)).status).toBe(200)
    const deeds = (await deedsOf(orderNo)).map(({ action }) => action)
    expect(deeds.filter((one) => one === 'club.moved' || one === 'club.given_up')).toEqual([accept ? 'club.moved' : 'club.given_up'])
  })
})

it('what a person did for a club is in the log by their number only, and named by the reader of today', async () => {
  const { club, orderNo } = await booked(5)
  const rows = () => service.db.selectFrom('audit_log').selectAll().where('member_id', '=', club.booker.id).execute()
  expect(await rows()).toMatchObject([{ actor_name: '', address: '' }])
  const manager = await service.newMember({ role: 'manager' })
  const listed = async (more = {}) => {
    const { body } = await service.call('POST', '/api/Staff/Audit/List', { as: manager, body: { pageSize: 20, ...more } })
    return body.items.find(({ subject }: { subject: { id: string } }) => subject.id === orderNo)
  }
  expect((await listed()).who).toMatchObject({ id: club.booker.id, name: 'booker5' })
  expect((await listed({ words: 'booker5' })).sentence).toContain('booker5')
  const { people } = (await service.call('GET', '/api/Staff/Audit/Choices', { as: manager })).body
  expect(people).toContainEqual({ id: club.booker.id, name: 'booker5' })

  await service.call('POST', '/api/AccountMember/Act', { as: club.booker, body: { clubId: club.booker.id } })
  const closed = await service.call('POST', '/api/AccountMember/Close', { as: club.booker, body: { secret: testSecret } })
  expect(closed.status, closed.text).toBe(204)
  expect((await listed()).who.name).not.toContain('booker5')
  const texts = JSON.stringify(await service.db.selectFrom('audit_log').selectAll().execute())
  for (const text of ['booker5', club.booker.email]) expect(texts).not.toContain(text)
})
