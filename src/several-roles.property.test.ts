import { describe, expect, it } from 'vitest'
import { whyNotAllowed, type Session, type StaffRole } from '#http/session.ts'
import { queues, queuesOf } from '#modules/desk/today-rules.ts'
import { mayOpen } from '#modules/files/access.ts'
import { mayListen, screenAt, screensFor, staffScreens } from '#navigation/staff-screens.ts'
import { queueAddress } from '#ui/staff/kit/waiting.ts'
import { mayCall, roles } from '#testing/who-may-call.ts'
import { fileUsesOf } from '#wiring/file-uses.ts'
import { modules } from '#wiring/modules.ts'

/** Every set of roles, the empty one too. */
const sets: StaffRole[][] = Array.from({ length: 2 ** roles.length }, (_, bits) => roles.filter((_role, at) => (bits >> at) % 2 === 1))

const calls = Object.entries(mayCall).flatMap(([call, access]) => (Array.isArray(access) ? [{ call, access: access as StaffRole[] }] : []))
const topics = [...new Set(staffScreens.flatMap((screen) => Object.keys(screen.topics ?? {}))), 'floor:1', 'floor:1:any']

const session = (mine: StaffRole[]): Session => ({
  id: 's',
  memberId: 'm',
  personId: 'm',
  clubRole: null,
  account: '',
  email: 'm@example.com',
  name: '',
  communityName: '',
  roles: mine,
  isProvenTwice: true,
  staffProof: 'second_factor',
  owesSecondStep: false,
  isExemptByDemo: false,
  identityId: 1,
  locale: 'tw',
})

/** All that may be done with these roles, each right by a name. */
const rights: Record<string, (mine: StaffRole[]) => string[]> = {
  calls: (mine) => calls.filter(({ call, access }) => whyNotAllowed(access, session(mine), call) === undefined).map(({ call }) => call),
  files: (mine) =>
    Object.entries(fileUsesOf(modules))
      .filter(([, use]) => mayOpen({ ownerId: 'x', published: false, uses: [use] }, session(mine)))
      .map(([name]) => name),
  screens: (mine) => screensFor(mine).map(({ path }) => path),
  'addresses of screens': (mine) => staffScreens.map(({ path }) => path).filter((path) => screenAt(path, mine)),
  'topics of the live stream': (mine) => topics.filter((topic) => mayListen(mine, topic)),
  queues: queuesOf,
  'screens of queues': (mine) => queues.filter((queue) => queueAddress(queue, mine) !== undefined),
}

describe.each(Object.entries(rights))('%s', (_, rightsOf) => {
  it('of a person are those of each of their roles together, and no other', () => {
    for (const mine of sets) {
      const union = new Set(mine.flatMap((role) => rightsOf([role])))
      expect(rightsOf(mine).toSorted(), mine.join()).toEqual([...union].toSorted())
    }
  })

  it('are none without a role, and all with all', () => {
    expect(rightsOf([])).toEqual([])
    expect(rightsOf([...roles]).toSorted()).toEqual(rightsOf(['admin']).toSorted())
  })
})

it('no role counts before the second factor', () => {
  for (const mine of sets.filter(({ length }) => length > 0))
    for (const { call, access } of calls)
      expect(whyNotAllowed(access, { ...session(mine), isProvenTwice: false }, call)).toMatchObject({ status: 403 })
})
