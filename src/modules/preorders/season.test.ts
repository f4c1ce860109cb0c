import { describe, expect, it } from 'vitest'
import type { Occupied } from '#modules/availability/rules.ts'
import { before, catalogue, round, tuesdays } from '#testing/season-catalogue.ts'
import { outcomeOf, prepareRequest } from './prepare-request.ts'
import { daysOf, slotsOfRound, requestedDates, type Line } from './rules.ts'
import { indexOccupancy, leaveOutClosed, overviewOf, statesOn } from './season.ts'

describe('closed days', () => {
  const closed = (day: string, spaceId: number, kind: Occupied['kind'] = 'closure', hours = ['00:00', '24:00']) => ({
    spaceId,
    kind,
    start: new Date(`${day}T${hours[0]}:00+08:00`),
    end: new Date(`${day}T${hours[1]}:00+08:00`),
    memberId: null,
    holdUntil: null,
  })
  const occupancy = indexOccupancy([
    closed('2027-01-05', 1),
    closed('2027-01-12', 1, 'block', ['20:00', '22:00']),
    closed('2027-01-19', 1, 'block', ['21:00', '22:00']),
    closed('2027-01-26', 2),
    closed('2027-02-02', 1, 'preorder'),
  ])
  const leftOut = (line: Line) =>
    leaveOutClosed(catalogue, occupancy, [line], requestedDates(catalogue, round, [line], before)).leftOut.map(({ date }) => date)

  it('are left out of a weekly line, if the closure has its spaces and its time', () => {
    expect(leftOut(tuesdays())).toEqual(['2027-01-05', '2027-01-12'])
    expect(leftOut(tuesdays({ courtId: 3 })), 'a court that stands on both spaces').toEqual(['2027-01-05', '2027-01-12', '2027-01-26'])
    expect(leftOut(tuesdays({ start: 1080, end: 1200 })), 'before the block begins').toEqual(['2027-01-05'])
  })
  it('are kept among single dates, which are refused with the reason', () => {
    const line = { courtId: 1, start: 1140, end: 1260, dates: ['2027-01-05', '2027-01-06'] }
    expect(leftOut(line)).toEqual([])
    expect(leaveOutClosed(catalogue, occupancy, [line], requestedDates(catalogue, round, [line], before)).requested).toHaveLength(2)
  })
  it('do not make a request partial, and a line of closed days only has no dates', () => {
    const input = {
      memberId: 'm',
      title: '',
      purpose: '',
      contactName: '',
      contactPhone: '',
      headcount: 1,
      documents: [],
      acceptPartial: false,
    }
    const numbered = { orderNo: 'P1', named: false }
    const now = round.orderStart
    const prepared = prepareRequest({ catalogue, round, closed: occupancy }, { ...input, lines: [tuesdays()] }, numbered, now)
    expect(prepared).toMatchObject({ ok: true, value: { refusedBefore: [{ date: '2027-01-05', why: 'closed' }, { date: '2027-01-12' }] } })
    expect(prepared.ok && prepared.value.dates).toHaveLength(11)
    const onlyClosed = tuesdays({ weekly: { weekday: 2, from: '2027-01-05', to: '2027-01-12', except: [] } })
    expect(prepareRequest({ catalogue, round, closed: occupancy }, { ...input, lines: [onlyClosed] }, numbered, now)).toMatchObject({
      refusal: { code: 'lines_refused', items: [{ line: 0, code: 'no_dates' }] },
    })
  })
  it('are counted apart from taken dates, line by line', () => {
    const lines = [tuesdays(), { courtId: 1, start: 1140, end: 1260, dates: ['2027-01-05'] }]
    const refused = [
      { line: 0, date: '2027-01-19', why: 'taken' as const },
      { line: 0, date: '2027-01-05', why: 'closed' as const },
      { line: 1, date: '2027-01-05', why: 'closed' as const },
    ]
    expect(outcomeOf({ lines }, [], refused)).toEqual([
      { held: [], refused: [{ date: '2027-01-19', why: 'taken' }], leftOut: ['2027-01-05'] },
      { held: [], refused: [{ date: '2027-01-05', why: 'closed' }], leftOut: [] },
    ])
  })
  it('are in no count of the overview', () => {
    const { facility: hall, court: first } = catalogue.courtOf.get(1)!
    const slots = slotsOfRound(round, hall, catalogue.holidays)
    const view = { facility: hall, holidays: catalogue.holidays, occupancy, slots }
    const context = { memberId: 'm', now: before }
    const byDay = new Map(daysOf(round).map((day) => [day, statesOn(view, first, day, context)]))
    const ofTuesdays = overviewOf(round, view, byDay)[1]!
    const at19 = slots.findIndex(({ start }) => start === 19 * 60)
    expect(ofTuesdays.closed).toEqual(['2027-01-05'])
    expect([ofTuesdays.open[0]![at19], ofTuesdays.free[0]![at19]], 'one hour').toEqual([12, 11])
    expect([ofTuesdays.open[1]![at19], ofTuesdays.free[1]![at19]], 'two hours').toEqual([11, 10])
  })
})
