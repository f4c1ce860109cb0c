import { expect, it } from 'vitest'
import { added, firstShown, periodsOf, slotsAsked, toggled, shownState, type Slot } from './chosen.ts'

const slot = (venue2ndId: number, hour: number): Slot => ({
  venue2ndId,
  start: `2026-11-20T${String(hour).padStart(2, '0')}:00:00+08:00`,
  end: `2026-11-20T${String(hour + 1).padStart(2, '0')}:00:00+08:00`,
  where: `court ${venue2ndId}`,
})

it('slots that follow each other on one court become one period, others stay apart', () => {
  expect(periodsOf([slot(1, 20), slot(2, 19), slot(1, 19), slot(1, 22)])).toEqual([
    { ...slot(1, 19), end: slot(1, 20).end },
    slot(2, 19),
    slot(1, 22),
  ])
})

it('a slot is chosen once, and pressed again it is given back, however its moment is written', () => {
  const utc = { ...slot(1, 19), start: new Date(slot(1, 19).start).toISOString() }
  expect(toggled([slot(1, 19)], utc)).toEqual([])
  expect(added([slot(1, 19)], [utc, slot(1, 20)])).toEqual([slot(1, 19), slot(1, 20)])
})

it('the address chooses the free slots of its court and hours', () => {
  const cells = [18, 19, 20, 21].map((hour) => ({
    ...slot(1, hour),
    state: hour === 20 ? ('booked' as const) : ('free' as const),
    price: 500,
  }))
  const schedule = {
    facility: 'BAD',
    name: 'Hall',
    day: '2026-11-20',
    facilities: [],
    identities: [],
    courts: [{ id: 1, code: 'A1', name: 'A1', cells }],
  }
  const time = (moment: Date) => new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(11, 16)
  const asked = (court: string, from?: string, to?: string) => slotsAsked(schedule, { court, from, to }, time).map(({ start }) => start)
  expect(asked('A1', '19:00', '22:00')).toEqual([slot(1, 19).start, slot(1, 21).start])
  expect(asked('A1', '18:00')).toEqual([slot(1, 18).start])
  expect(asked('A2', '18:00')).toEqual([])
})

it('the grid of today begins with the slot that is running on any court; a day that is over stays whole', () => {
  const court = (states: ('past' | 'booked' | 'closed' | 'free')[]) => ({
    id: 1,
    code: 'A1',
    name: 'A1',
    cells: states.map((state, n) => ({ ...slot(1, 6 + n), state, price: 500 })),
  })
  expect(firstShown([court(['past', 'past', 'booked', 'free']), court(['past', 'past', 'past', 'free'])])).toBe(2)
  expect(firstShown([court(['past', 'free']), court(['closed', 'closed'])]), 'a court without a price').toBe(1)
  expect(firstShown([court(['past', 'past'])])).toBe(0)
  expect(firstShown([court(['free', 'booked'])])).toBe(0)
  expect(firstShown([])).toBe(0)
})

it('shows what was chosen and is no longer free as lost', () => {
  expect(shownState('free', true)).toBe('chosen')
  expect([shownState('booked', true), shownState('held', true)]).toEqual(['lost', 'lost'])
  expect(shownState('booked', false)).toBe('booked')
})
