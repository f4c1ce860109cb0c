import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { dayOf } from '#lib/zone.ts'
import { topicsOf } from '#navigation/staff-screens.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { at, placed } from '#testing/orders.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  // All topics are announced once when listening begins: the streams of the tests are opened after that.
  const first = await listen(await service.newMember({ role: 'admin' }), 'audit')
  await first.next()
  await first.close()
})
afterAll(() => service.close())

const ask = (as: TestMember, topics: string) =>
  service.app.request(`/api/Staff/Live?topics=${topics}`, { headers: { authorization: `Bearer ${as.token}` } })

/** An open stream; `next` answers the topic of the next change. */
async function listen(as: TestMember, ...topics: string[]) {
  const response = await ask(as, topics.join(','))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const heard: string[] = []
  const next = async (): Promise<string> => {
    while (heard.length === 0) {
      const { done, value } = await reader.read()
      if (done) throw new Error('the stream has ended')
      heard.push(...[...value.matchAll(/^event: change\ndata: (\S+)$/gm)].map(([, topic]) => topic!))
    }
    return heard.shift()!
  }
  return { next, close: () => reader.cancel() }
}

it('announces what a colleague does by the topic of their action, and that the audit log has grown', async () => {
  const admin = await service.newMember({ role: 'admin' })
  const stream = await listen(admin, 'staff', 'audit', 'catalogue')
  const other = await service.newMember({ role: 'admin' })
  const body = { email: 'clerk@example.com', roles: ['desk'] }
  expect((await service.call('POST', '/api/Staff/Invitation', { as: other, body })).status).toBe(201)
  expect([await stream.next(), await stream.next()].toSorted()).toEqual(['audit', 'staff'])
  await stream.close()
})

it('announces messages when they are sent, and bookings of members, of one facility and of all', async () => {
  const [desk, manager] = [await service.newMember({ role: 'desk' }), await service.newMember({ role: 'manager' })]
  const floor = await listen(desk, 'bookings', 'floor:1')
  const messages = await listen(manager, 'messages')
  const me = await service.newMember()
  await placed(service, me, [at(1, 20, 10)])
  expect([await floor.next(), await floor.next()].toSorted()).toEqual(['bookings', 'floor:1'])
  await service.writeLetters()
  await service.call('POST', '/api/AccountMember/ForgetPKey', { body: { email: me.email } })
  expect(await messages.next()).toBe('messages')
  await Promise.all([floor.close(), messages.close()])
})

it('tells a board of its own days, and of what staff do anywhere, but not of other days', async () => {
  const desk = await service.newMember({ role: 'desk' })
  const [hours, other] = [at(1, 20, 12), at(1, 21, 12)]
  const [day, next] = [hours, other].map(({ start }) => dayOf(new Date(start)))
  const [board, elsewhere] = [await listen(desk, 'desk', `floor:1:${day}`), await listen(desk, 'desk', `floor:1:${next}`, 'floor:1:any')]
  await placed(service, await service.newMember(), [hours])
  expect(await board.next()).toBe(`floor:1:${day}`)
  await placed(service, await service.newMember(), [other])
  const heard = [await elsewhere.next()]
  while (heard.at(-1) !== `floor:1:${next}`) heard.push(await elsewhere.next())
  expect(heard).not.toContain(`floor:1:${day}`)
  expect(topicsOf(['booking'])).toContain('desk')
  await Promise.all([board.close(), elsewhere.close()])
})

it('ends as soon as a right that it was opened by is taken away, and goes on with the roles that stay', async () => {
  const admin = await service.newMember({ role: 'admin' })
  const [one, other] = [await service.newMember({ roles: ['desk', 'editor'] }), await service.newMember({ roles: ['finance', 'editor'] })]
  const [ends, goesOn] = [await listen(one, 'bookings', 'content'), await listen(other, 'bookings', 'waiting')]
  // Without ending their sessions, which alone would end both streams.
  await service.db
    .updateTable('members')
    .set({ roles: ['desk'] })
    .where('id', '=', one.id)
    .execute()
  await service.db
    .updateTable('members')
    .set({ roles: ['finance'] })
    .where('id', '=', other.id)
    .execute()
  const body = { memberId: (await service.newMember({ role: 'desk' })).id }
  expect((await service.call('POST', '/api/Staff/Account/Suspend', { as: admin, body })).status).toBe(204)
  await expect(ends.next()).rejects.toThrow('the stream has ended')
  expect(await goesOn.next()).toBe('waiting')
  await goesOn.close()
}, 10_000)

it('is open by role: a topic of somebody else’s screens is refused, and rubbish too', async () => {
  const [desk, editor, admin] = await Promise.all((['desk', 'editor', 'admin'] as const).map((role) => service.newMember({ role })))
  const status = async (as: TestMember, topics: string) => {
    const response = await ask(as, topics)
    await response.body?.cancel()
    return response.status
  }
  expect(await status(desk!, 'bookings,people')).toBe(200)
  expect(await status(desk!, 'bookings,audit')).toBe(403)
  expect(await status(desk!, 'staff')).toBe(403)
  expect(await status(editor!, 'floor:1')).toBe(403)
  expect(await status(await service.newMember({ roles: ['desk', 'editor'] }), 'bookings,people,content')).toBe(200)
  expect(await status(await service.newMember({ roles: ['desk', 'editor'] }), 'bookings,people,content,audit')).toBe(403)
  expect(await status(admin!, 'staff,audit,catalogue,messages,bookings,people,tills,refunds,floor:12')).toBe(200)
  for (const rubbish of ['', 'floor:', 'floor:0', 'floor:x', 'floor:1:', 'floor:1:2026-1-1', 'nothing', 'audit,', 'constructor', '*'])
    expect(await status(admin!, rubbish), rubbish).toBe(422)
  expect(await status(await service.newMember({ role: 'admin', isProvenTwice: false }), 'audit')).toBe(403)
  expect(await status(await service.newMember(), 'audit')).toBe(403)
})
