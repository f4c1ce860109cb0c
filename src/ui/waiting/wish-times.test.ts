import { describe, expect, it } from 'vitest'
import { lengthsOf, nearestSession, outward, partsOf, timesOf, wideEnough } from './wish-times.ts'

const hours = { opens: '08:00', closes: '22:00', sessions: [] }
const hall = { ...hours, slotMinutes: 60 }
const squash = { ...hours, slotMinutes: 90 }
const [early, late] = [
  { start: '09:00', end: '12:00' },
  { start: '13:00', end: '15:00' },
]
const room = { ...hours, slotMinutes: 60, sessions: [early, late] }
const range = (text: string) => ({ from: text.slice(0, 5), to: text.slice(6) })

describe('the times that a wish may ask for', () => {
  it('are those of the slots or the sessions of the place', () => {
    expect(timesOf([hall])).toHaveLength(15)
    expect(timesOf([room])).toEqual(['09:00', '12:00', '13:00', '15:00'])
    expect(timesOf([{ ...hall, opens: '18:30' }])).toEqual(['18:30', '19:30', '20:30', '21:30'])
    expect(lengthsOf([hall], 120), 'no more than one may book').toEqual([60, 120])
    expect(lengthsOf([room], 60), 'a session is whole').toEqual([120, 180])
  })

  it.each([
    ['19:00-20:00', '18:30-20:00'],
    ['12:00-18:00', '11:00-18:30'],
    ['06:00-07:00', '08:00-09:30'],
    ['21:30-22:00', '20:00-21:30'],
    ['18:00-09:00', '17:00-18:30'],
  ])('goes outward from %s to the nearest times: %s', (asked, found) => {
    expect(outward(range(asked), timesOf([squash]))).toEqual(range(found))
  })

  it('leaves a range as it is where there are no times', () => {
    expect(outward(range('19:00-20:00'), [])).toEqual(range('19:00-20:00'))
  })

  it.each([
    ['later', hall, '19:00-20:00', 120, '19:00-21:00'],
    ['earlier where the day ends', hall, '21:00-22:00', 120, '20:00-22:00'],
    ['not at all when it is long enough', hall, '18:00-22:00', 60, '18:00-22:00'],
    ['by whole slots', squash, '19:00-20:00', 180, '18:30-21:30'],
    ['to a session of the length', room, '13:00-14:00', 180, '09:00-15:00'],
    ['to a session, out of a pause between two', room, '12:00-13:00', 120, '12:00-15:00'],
    ['to one day as a whole', { ...hours, opens: '00:00', closes: '24:00', slotMinutes: 1440 }, '19:00-20:00', 1440, '00:00-24:00'],
  ])('is wide enough for the length: %s', (_, facility, asked, minutes, found) => {
    expect(wideEnough(range(asked), [facility], minutes)).toEqual(range(found))
  })

  it('has parts of the day that begin and end with a slot, and none twice', () => {
    const said = (slotMinutes: number, minutes: number) =>
      partsOf([{ ...hall, slotMinutes }], minutes).map(({ part, from, to }) => `${part} ${from}-${to}`)
    expect(said(60, 60)).toEqual(['morning 08:00-12:00', 'afternoon 12:00-18:00', 'evening 18:00-22:00'])
    expect(said(90, 90)).toEqual(['morning 08:00-12:30', 'afternoon 11:00-18:30', 'evening 17:00-21:30'])
    expect(said(840, 840)).toEqual(['morning 08:00-22:00'])
  })

  it('is the session that shares most with the hours, or begins nearest to them', () => {
    const of = (text: string) => nearestSession(room.sessions, range(text))
    expect([of('12:00-18:00'), of('11:00-12:00'), of('18:00-21:00'), of('07:00-08:00')]).toEqual([late, early, late, early])
    expect(nearestSession([], range('12:00-18:00'))).toBeUndefined()
  })
})
