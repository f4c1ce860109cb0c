import { describe, expect, it } from 'vitest'
import { clubsAt, endsFrom, moved, newWish, overNewer, rankAt, typedOver } from './wishes-model.ts'

const facility = {
  id: 1,
  name: '羽球館',
  mostSlots: 2,
  slots: [
    { start: '18:00', end: '19:00' },
    { start: '19:00', end: '20:00' },
    { start: '20:00', end: '21:00' },
    // After a break.
    { start: '22:00', end: '23:00' },
  ],
  courts: [],
}

describe('an entry that is being typed', () => {
  const saved = { title: 'saved in another window', version: 3 }
  it('keeps the version that it began with when a newer one is read', () => {
    expect(typedOver(undefined, saved)).toEqual(saved)
    expect(typedOver({ title: 'mine', version: 2 }, saved)).toEqual({ title: 'mine', version: 2 })
  })

  it('may replace the newer one when that was said', () => {
    expect(typedOver({ title: 'mine', version: undefined }, saved)).toEqual({ title: 'mine', version: 3 })
  })

  it('keeps what was typed while the save was under way', () => {
    const sent = { title: 'sent' }
    expect(overNewer({ title: 'typed since', version: 2 }, sent)).toEqual({ title: 'typed since', version: undefined })
    expect(overNewer(undefined, sent)).toEqual({ title: 'sent', version: undefined })
  })
})

describe('a new wish', () => {
  it('is as long as the round and the hours allow', () => {
    expect(endsFrom(facility, '18:00')).toEqual(['19:00', '20:00'])
    expect(endsFrom(facility, '20:00')).toEqual(['21:00'])
    expect(endsFrom(facility, '21:00')).toEqual([])
    expect(newWish(facility, 2, '19:00')).toMatchObject({ weekday: 2, start: '19:00', end: '21:00', venue1stId: 1, venue2ndId: null })
  })
})

describe('the list', () => {
  const wishes = ['18:00', '19:00', '20:00'].map((start) => newWish(facility, 2, start))
  const starts = (list: typeof wishes) => list.map(({ start }) => start)

  it('moves a wish by one place, and not beyond its ends', () => {
    expect(starts(moved(wishes, 2, -1))).toEqual(['18:00', '20:00', '19:00'])
    expect(starts(moved(wishes, 0, 1))).toEqual(['19:00', '18:00', '20:00'])
    expect(moved(wishes, 0, -1)).toBe(wishes)
    expect(moved(wishes, 2, 1)).toBe(wishes)
  })

  it('says which wish covers an hour', () => {
    expect(rankAt(wishes.slice(1), 1, 2, '20:00')).toBe(1)
    expect(rankAt(wishes, 1, 3, '20:00')).toBe(0)
  })
})

it('an hour is wanted by as many clubs as want its fullest half hour', () => {
  const demand = [
    { venue1stId: 1, weekday: 2, minute: 19 * 60, clubs: 3 },
    { venue1stId: 1, weekday: 2, minute: 19 * 60 + 30, clubs: 4 },
    { venue1stId: 1, weekday: 2, minute: 20 * 60, clubs: 9 },
    { venue1stId: 2, weekday: 2, minute: 19 * 60, clubs: 8 },
  ]
  expect(clubsAt(demand, 1, 2, facility.slots[1]!)).toBe(4)
  expect(clubsAt(demand, 1, 2, facility.slots[0]!)).toBe(0)
})
