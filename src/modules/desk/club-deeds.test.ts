import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clubCalls } from '#http/club-calls.ts'
import { clubDeeds, deedOf } from '#http/club-deeds.ts'
import tw from '#i18n/messages/tw.json' with { type: 'json' }
import { newClub } from '#testing/clubs.ts'
import { at, placed } from '#testing/orders.ts'
import { accountOf, payAtGateway, refundCalls } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
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
