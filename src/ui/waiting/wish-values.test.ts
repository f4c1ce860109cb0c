import type { FacilityListAnswer } from '#modules/venues/wire.ts'
import { describe, expect, it } from 'vitest'
import { askedBy } from './wish-times.ts'
import {
  bodyOf,
  daysAround,
  fitted,
  onComingDays,
  readWishSearch,
  searchOf,
  sessionsOf,
  withChange,
  type WishValues,
} from './wish-values.ts'
import { wishFor } from './wish-for.ts'

const hall = { id: 1, sports: ['badminton'], opens: '08:00', closes: '22:00', slotMinutes: 60, sessions: [], courts: 8 }
const studio = {
  id: 2,
  sports: ['dance'],
  opens: '08:00',
  closes: '22:00',
  slotMinutes: 240,
  courts: 1,
  sessions: [
    { start: '08:00', end: '12:00' },
    { start: '18:00', end: '22:00' },
  ],
}
const room = {
  ...studio,
  id: 3,
  sports: ['meeting'],
  sessions: [
    { start: '09:00', end: '12:00' },
    { start: '13:00', end: '15:00' },
  ],
}
const squash = { ...hall, id: 4, sports: ['squash'], slotMinutes: 90 }
const found = { items: [hall, studio, room, squash], mostMinutes: 120 } as unknown as FacilityListAnswer
const values: WishValues = {
  place: '1',
  court: '',
  days: ['2026-11-18', '2026-11-20'],
  from: '18:00',
  to: '21:00',
  minutes: '60',
  courts: '2',
  notice: '',
}

describe('the form that joins the waiting list', () => {
  it('comes back from a login as it was', () => {
    expect(readWishSearch(searchOf(values))).toEqual({ ...values, court: undefined })
    expect(readWishSearch(searchOf({ ...values, court: '3', notice: '180' }))).toEqual({ ...values, court: '3', notice: '180' })
  })

  it('asks for one period, whose end may be midnight', () => {
    const period = [new Date('2026-11-20T22:00:00+08:00'), new Date('2026-11-21T00:00:00+08:00')] as const
    expect(wishFor(1, ...period)).toEqual({ place: '1', days: ['2026-11-20'], from: '22:00', to: '24:00', minutes: '120' })
  })

  it('ignores what is no value in an address, and asks nothing without a place or a day', () => {
    expect(readWishSearch({ wishes: '1' })).toBeUndefined()
    expect(readWishSearch({ wishes: '1', place: '<b>', days: 'soon' })).toBeUndefined()
    expect(readWishSearch({ place: 'badminton', days: '2026-11-18,soon', from: '25:00', minutes: '1e9', courts: '9' })).toEqual({
      place: 'badminton',
      days: ['2026-11-18'],
      notice: '',
    })
  })

  it('fits the times to another place: the session in which they lie', () => {
    expect(fitted({ ...values, place: '2' }, [hall, studio], 120)).toMatchObject({
      from: '18:00',
      to: '22:00',
      minutes: '240',
      courts: '1',
    })
    expect(fitted({ ...values, from: '23:00', to: '23:30' }, [hall], 120)).toMatchObject({ from: '21:00', to: '22:00' })
  })

  it('asks for one whole session where a facility has sessions, with its length', () => {
    const afternoon = { ...values, from: '12:00', to: '18:00', minutes: '60' }
    expect(withChange(afternoon, { place: '3' }, found)).toMatchObject({ from: '13:00', to: '15:00', minutes: '120' })
    const [morning] = sessionsOf(found.items, '3')
    const chosen = withChange({ ...afternoon, place: '3', from: '13:00', to: '15:00', minutes: '120' }, askedBy(morning!), found)
    expect(chosen).toMatchObject({ from: '09:00', to: '12:00', minutes: '180' })
    expect(withChange(chosen, { days: ['2026-11-19'] }, found)).toMatchObject({ from: '09:00', to: '12:00', minutes: '180' })
    expect(sessionsOf(found.items, 'dance'), 'any of a sport has hours').toEqual([])
  })

  it('widens hours that were chosen to the slots of the place and to the length', () => {
    const after = (some: Partial<WishValues>, place = '1') => withChange({ ...values, place }, some, found)
    expect(after({ from: '19:00', to: '20:00', minutes: '120' })).toMatchObject({ from: '19:00', to: '21:00' })
    expect(after({ from: '19:00', to: '20:00', minutes: '90' }, '4')).toMatchObject({ from: '18:30', to: '20:00' })
    expect(after({ from: '19:00', to: '20:00' }, ''), 'no place yet: the slots of all').toMatchObject({ from: '19:00', to: '20:00' })
  })

  it('asks for one court where it is named', () => {
    expect(withChange(values, { court: '7' }, found).courts).toBe('1')
    expect(withChange(values, { court: '' }, found).courts).toBe('2')
    expect(fitted({ ...values, court: '7' }, found.items, 120).courts).toBe('1')
  })

  it('begins on a day on which its hours are still to come', () => {
    const evening = { ...values, days: ['2026-11-18'], from: '19:00', to: '21:00', minutes: '60' }
    const from = (time: string) => onComingDays(evening, '2026-11-25', new Date(`2026-11-18T${time}:00+08:00`)).days
    expect([from('19:30'), from('20:18')]).toEqual([['2026-11-18'], ['2026-11-19']])
  })

  it('shows the days that can be booked, two weeks of them around the chosen one', () => {
    expect(daysAround('2026-11-16', '2026-11-23', ['2026-11-18'])).toHaveLength(8)
    const many = daysAround('2026-11-16', '2027-01-16', ['2026-12-10'])
    expect([many[0], many.length]).toEqual(['2026-12-07', 14])
  })

  it('asks for one court, a facility or a sport, and for nothing later than the member can come', () => {
    const { place: _, court: __, days: ___, notice: ____, ...times } = { ...values, minutes: 60, courts: 2 }
    expect(bodyOf(values, '2026-11-18')).toEqual({ venue1stId: 1, day: '2026-11-18', ...times })
    expect(bodyOf({ ...values, court: '7', courts: '1' }, '2026-11-18')).toMatchObject({ venue2ndId: 7, courts: 1 })
    expect(bodyOf({ ...values, place: 'badminton', notice: '180' }, '2026-11-18')).toMatchObject({
      sport: 'badminton',
      notAfter: new Date('2026-11-18T15:00:00+08:00').toISOString(),
    })
  })
})
