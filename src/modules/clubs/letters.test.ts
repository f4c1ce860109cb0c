import { afterEach, beforeEach, expect, it } from 'vitest'
import { newClub, type TestClub } from '#testing/clubs.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let club: TestClub
beforeEach(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  club = await newClub(service)
})
afterEach(() => service.close())

/** Mails that were written since the last look, by the kind of their event, with all who get them. */
async function written() {
  await service.writeLetters()
  const rows = await service.db
    .selectFrom('messages')
    .select(['id', 'cause', 'recipient', 'subject', 'body', 'locale'])
    .where('channel', '=', 'mail')
    .where('cause', 'like', 'outbox:%')
    .execute()
  const fresh = rows.filter(({ id }) => !seen.has(id))
  for (const { id } of fresh) seen.add(id)
  return fresh
}
const seen = new Set<string>()
const of = (mails: { recipient: string }[]) => mails.map(({ recipient }) => recipient).toSorted()
const addresses = (...people: TestMember[]) => people.map(({ email }) => email).toSorted()
const nameOf = async ({ id }: TestMember) =>
  (await service.db.selectFrom('members').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

it('tells the owner and who placed the order, and the treasurer of what is to pay, each by name and once', async () => {
  const orderNo = await placed(service, club.booker, [at(1, 20, 19)])
  const toPay = await written()
  expect(of(toPay)).toEqual(addresses(club.owner, club.booker, club.treasurer))
  for (const person of [club.owner, club.booker, club.treasurer])
    expect((await service.inbox(person.email))[0]!.body).toContain(`${await nameOf(person)}（${club.name}）`)
  await paid(service.db, orderNo, service.clock.now())
  const confirmed = await written()
  expect(of(confirmed)).toEqual(addresses(club.owner, club.booker))
  expect(await written()).toEqual([])
})

it('is written in the language of its reader', async () => {
  await service.db.updateTable('members').set({ locale: 'en' }).where('id', '=', club.booker.id).execute()
  await placed(service, club.booker, [at(1, 20, 19)])
  const mails = await written()
  expect(mails.find(({ recipient }) => recipient === club.booker.email)).toMatchObject({ locale: 'en' })
  expect((await service.inbox(club.booker.email))[0]!.body).toContain(`${await nameOf(club.booker)} (${club.name})`)
  expect(mails.find(({ recipient }) => recipient === club.owner.email)).toMatchObject({ locale: 'tw' })
})

it('tells an owner who placed it once, and two people with one address once', async () => {
  await service.db
    .updateTable('members')
    .set({ email: club.booker.email.toUpperCase(), email_confirmed_at: null })
    .where('id', '=', club.treasurer.id)
    .execute()
  const orderNo = await placed(service, club.owner, [at(1, 20, 19)])
  expect(of(await written())).toEqual([club.owner.email, club.booker.email.toUpperCase()].toSorted())
  await paid(service.db, orderNo, service.clock.now())
  expect(of(await written())).toEqual([club.owner.email])
})

it('tells nobody who has left the club, nor of a role that has ended', async () => {
  const orderNo = await placed(service, club.booker, [at(1, 20, 19)])
  await written()
  await service.db.deleteFrom('club_people').where('person_id', '=', club.booker.id).execute()
  await paid(service.db, orderNo, service.clock.now())
  expect(of(await written())).toEqual([club.owner.email])
})

it('goes to who placed it where the club has no owner', async () => {
  const orderNo = await placed(service, club.booker, [at(1, 20, 19)])
  await written()
  await service.db.deleteFrom('club_people').where('person_id', '=', club.owner.id).execute()
  await paid(service.db, orderNo, service.clock.now())
  expect(of(await written())).toEqual([club.booker.email])
})

it('tells what goes back to the treasurer too', async () => {
  const orderNo = await placed(service, club.booker, [at(1, 20, 19)])
  await paid(service.db, orderNo, service.clock.now())
  await written()
  const shown = await service.call('GET', `/api/Order/${orderNo}`, { as: club.booker })
  const refund = await service.call('POST', '/api/Order/Refund', {
    as: club.booker,
    body: { orderNo, itemIds: shown.body.items.map(({ id }: { id: string }) => id) },
  })
  expect(refund.status, refund.text).toBeLessThan(300)
  expect([...new Set(of(await written()))]).toEqual(addresses(club.owner, club.booker, club.treasurer))
})

it('of a person is theirs alone, also while a role in a club is theirs', async () => {
  const me = await service.newMember()
  await placed(service, me, [at(1, 20, 19)])
  expect(of(await written())).toEqual([me.email])
})
