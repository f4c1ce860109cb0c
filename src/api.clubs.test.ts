import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clubCalls, type ClubRole } from '#http/club-calls.ts'
import { newClub, type TestClub } from '#testing/clubs.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { mayCall } from '#testing/who-may-call.ts'

let service: TestService
let club: TestClub
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  club = await newClub(service)
})
afterAll(() => service.close())

const endsActing = new Set(['POST /api/AccountMember/Logout', 'POST /api/AccountMember/Act', 'POST /api/Club/Leave'])

/** Whoever opens a file needs no session where a published thing shows it. */
const asPublic = new Set(['GET /api/File/{id}'])

it('is told to the pages: a viewer has the calls that are for other roles', async () => {
  const barred = async (role: ClubRole) => (await service.call('GET', '/api/AccountMember', { as: club[role] })).body.barredCalls
  expect(await barred('owner')).toEqual([])
  expect(await barred('booker')).toContain('POST /api/Order/Refund/Account')
  expect(await barred('booker')).not.toContain('POST /api/Order/Refund')
  const ofTreasurer = await barred('treasurer')
  for (const call of [
    'POST /api/Order/Member',
    'POST /api/Order/Refund',
    'POST /api/Order/Booking/{id}/Move',
    'POST /api/PreOrder/Community',
  ])
    expect(ofTreasurer).toContain(call)
  expect(ofTreasurer).not.toContain('POST /api/Payment/Start')
  const me = await service.newMember()
  expect((await service.call('GET', '/api/AccountMember', { as: me })).body.barredCalls).toEqual([])
})

describe('the table of what each role of a club may call', () => {
  it('has a line for every call of members and communities, and no line too many', () => {
    const ofMembers = Object.entries(mayCall).filter(([, rule]) => ['member', 'owner', 'only-owner', 'community'].includes(rule as string))
    const names = ofMembers.map(([name]) => name).filter((name) => !asPublic.has(name))
    expect(Object.keys(clubCalls).toSorted()).toEqual(names.toSorted())
  })

  it.each<ClubRole>(['owner', 'booker', 'treasurer'])('is what the calls answer to a %s', { timeout: 60_000 }, async (role) => {
    for (const [name, rule] of Object.entries(clubCalls)) {
      if (endsActing.has(name)) continue
      const [method, path] = name.split(' ') as [string, string]
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
      const answer = await service.call(method, path.replace('{id}', randomUUID()).replace('{way}', 'nobody'), { as: club[role], ...body })
      const expected = rule === 'self' || rule === 'login' ? 'acting_for_club' : rule.includes(role) ? undefined : 'club_role'
      if (expected) expect(answer, `${name} as ${role}`).toMatchObject({ status: 403, body: { code: expected } })
      else expect([401, 403], `${name} as ${role}`).not.toContain(answer.status)
    }
  })
})
