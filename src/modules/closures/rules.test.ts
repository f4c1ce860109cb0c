import { describe, expect, it } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import { everyWeekday, isForDesk, periodsOf, progressOf, wholeDay, whatChanged, type ClosurePlan } from './rules.ts'

const now = new Date('2026-11-15T10:00:00+08:00')
const at = (day: string, time: string) => new Date(`${day}T${time}:00+08:00`)
const plan = (more: Partial<ClosurePlan> = {}): ClosurePlan => ({
  facilityIds: [1],
  courtIds: [],
  fromDay: '2026-11-16',
  toDay: '2026-11-22',
  ...wholeDay,
  weekdays: everyWeekday,
  ...more,
})

describe('periods of a closure', () => {
  it('are one for whole days that follow each other', () => {
    expect(periodsOf(plan(), now)).toEqual([{ start: at('2026-11-16', '00:00'), end: at('2026-11-23', '00:00') }])
  })

  it('are one a day for some hours, on the weekdays that were chosen', () => {
    // 2026-11-17 is a Tuesday.
    expect(periodsOf(plan({ fromMinute: 8 * 60, toMinute: 12 * 60, weekdays: [2, 4] }), now)).toEqual([
      { start: at('2026-11-17', '08:00'), end: at('2026-11-17', '12:00') },
      { start: at('2026-11-19', '08:00'), end: at('2026-11-19', '12:00') },
    ])
  })

  it('begin now where they have begun, and leave out what is over', () => {
    const begun = plan({ fromDay: '2026-11-14', toDay: '2026-11-15', fromMinute: 8 * 60, toMinute: 12 * 60 })
    expect(periodsOf(begun, now)).toEqual([{ start: now, end: at('2026-11-15', '12:00') }])
    expect(periodsOf(plan({ fromDay: '2026-11-10', toDay: '2026-11-14' }), now)).toEqual([])
    expect(periodsOf(plan({ fromDay: '2026-11-16', toDay: '2026-11-16', weekdays: [7] }), now)).toEqual([])
  })
})

it('tells what is new, gone and changed since a dry run was looked at', () => {
  const booking = (holderId: string, state = 'paid', back = 500) => ({ holderId, state, back, start: 's', end: 'e' })
  const before = [booking('a'), booking('b', 'unpaid', 0), booking('c')]
  const after = [booking('b'), booking('c'), booking('d')]
  expect(whatChanged(before, after)).toEqual({ added: [booking('d')], gone: [booking('a')], changed: [booking('b')] })
  expect(whatChanged(before, before)).toEqual({ added: [], gone: [], changed: [] })
})

it('counts as settled whatever does not wait', () => {
  expect(progressOf({ offered: 0, moved: 0, waiting: 3, cancelled: 4, gone: 1, failed: 1, kept: 1 })).toEqual({ settled: 7, total: 10 })
})

describe('what the desk closes', () => {
  const [hall, arena] = [1, 2]
  const facilityOf = new Map([
    [hall, { courts: [1, 2, 3].map((id) => ({ id, spaces: [id] })) }],
    [arena, { courts: [[10, 11], [10], [11]].map((spaces, n) => ({ id: 10 + n, spaces })) }],
  ])
  const today = { fromDay: '2026-11-15', toDay: '2026-11-15' }
  it.each([
    ['a court', hall, [1], true],
    ['all but one', hall, [1, 2], true],
    ['every court', hall, [1, 2, 3], false],
    ['the only court', arena, [10], true],
    ['both halves of it', arena, [11, 12], true],
    ['no court: the facility', arena, [], false],
  ])('%s of today', (_, facility, courtIds, isAllowed) => {
    expect(isForDesk(plan({ facilityIds: [facility], courtIds, ...today }), facilityOf, [], '2026-11-15')).toBe(isAllowed)
    expect(isForDesk(plan({ facilityIds: [facility], courtIds, ...today }), facilityOf, [], '2026-11-16')).toBe(false)
  })

  it.each([
    ['of which nothing else is closed then', [8, 10, 8, 10], true],
    ['when another stays open at every moment', [8, 11, 11, 13], true],
    ['when all others are closed for an hour of it', [8, 12, 11, 13], false],
  ])('a court, from 10 to 14, %s', (_, [from2, to2, from3, to3], isAllowed) => {
    const closed = (spaceId: number, from: number, to: number) => ({
      spaceId,
      start: momentAt('2026-11-15', from * 60),
      end: momentAt('2026-11-15', to * 60),
    })
    const wanted = plan({ facilityIds: [hall], courtIds: [1], ...today, fromMinute: 600, toMinute: 840 })
    expect(isForDesk(wanted, facilityOf, [closed(2, from2!, to2!), closed(3, from3!, to3!)], '2026-11-15')).toBe(isAllowed)
  })
})
