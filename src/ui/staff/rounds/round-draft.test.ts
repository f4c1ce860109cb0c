import { describe, expect, it } from 'vitest'
import type { StaffRound } from '#modules/preorders/season-wire.ts'
import { bodyOf, changedKeys, compareRounds, copyOf, draftOf, mergeRounds } from './round-draft.ts'

const round = {
  id: 1,
  version: 3,
  nameTw: '一',
  nameEn: 'One',
  seasonFrom: '2027-01-04',
  seasonTo: '2027-04-04',
  viewStart: '2026-12-01T00:00:00.000Z',
  orderStart: '2026-12-10T01:30:15.500Z',
  end: '2026-12-20T15:59:59.999Z',
  periodsPerWeek: 2,
  minutesPerPeriod: 120,
  payDays: 7,
  giveBackHours: 48,
  documentKinds: ['roster'],
  facilities: [{ venue1stId: 1, opens: '06:00', closes: '22:00' }],
} as unknown as StaffRound

describe('a round that is being typed', () => {
  it('has its moments in Taipei’s time, and sends those that were not touched as they were, to the millisecond', () => {
    const draft = draftOf(round)
    expect(draft).toMatchObject({ viewStart: '2026-12-01T08:00', end: '2026-12-20T23:59' })
    expect(bodyOf(draft, round)).toMatchObject({ orderStart: round.orderStart, end: round.end })
    expect(bodyOf({ ...draft, end: '2026-12-21T12:00' }, round)).toMatchObject({ end: '2026-12-21T12:00:00+08:00' })
  })

  it('knows what was changed, and what a colleague has changed meanwhile', () => {
    const base = draftOf(round)
    const mine = { ...base, payDays: 9, nameTw: '我的' }
    const theirs = { ...base, payDays: 5, periodsPerWeek: 3 }
    expect(changedKeys(base, mine)).toEqual(['nameTw', 'payDays'])
    expect(compareRounds({ base, mine, theirs })).toEqual({ contested: ['payDays'], taken: ['periodsPerWeek'] })
    expect(mergeRounds({ base, mine, theirs }, {})).toMatchObject({ nameTw: '我的', payDays: 9, periodsPerWeek: 3 })
    expect(mergeRounds({ base, mine, theirs }, { payDays: 'theirs' })).toMatchObject({ nameTw: '我的', payDays: 5, periodsPerWeek: 3 })
    expect(compareRounds({ base, mine, theirs: mine })).toEqual({ contested: [], taken: [] })
  })
})

describe('a copy of a round', () => {
  const usual = {
    documents: [{ kind: 'roster', name: '', isAsked: true }],
    facilities: [{ id: 1, code: 'BAD', name: '', courts: 8, slots: [] }],
  }
  const at = (day: string) => new Date(`${day}T12:00:00+08:00`)

  it('is for the weeks after, with the weekdays, the window’s distance, facilities, limits and documents of the model', () => {
    const copy = copyOf({ ...round, nameTw: '2027 第一季', nameEn: 'Season 1 of 2027' }, usual, at('2026-12-30'))
    expect(copy).toEqual({
      ...draftOf(round),
      // The year is the same, so that the name would be as well.
      nameTw: '',
      nameEn: '',
      seasonFrom: '2027-04-05',
      seasonTo: '2027-07-04',
      viewStart: '2027-03-02T08:00',
      orderStart: '2027-03-11T09:30',
      end: '2027-03-21T23:59',
    })
  })

  it('is for whole months where the model has whole months, and of the first season whose ordering has not opened', () => {
    const quarter = { ...round, seasonFrom: '2026-10-01', seasonTo: '2026-12-31', orderStart: '2026-09-01T01:00:00.000Z' }
    const names = { nameTw: '115 年第 4 季', nameEn: '2026 Q4' }
    expect(copyOf({ ...quarter, ...names }, usual, at('2026-11-01'))).toMatchObject({
      seasonFrom: '2027-01-01',
      seasonTo: '2027-03-31',
      orderStart: '2026-12-02T09:00',
      nameTw: '116 年第 4 季',
      nameEn: '2027 Q4',
    })
    expect(copyOf(quarter, usual, at('2027-02-20'))).toMatchObject({ seasonFrom: '2027-04-01', seasonTo: '2027-06-30' })
    expect(copyOf(quarter, usual, at('2027-03-20'))).toMatchObject({ seasonFrom: '2027-07-01', seasonTo: '2027-09-30' })
  })

  it('leaves out facilities and documents that are gone', () => {
    const more = {
      ...round,
      documentKinds: ['roster', 'old'],
      facilities: [...round.facilities, { venue1stId: 9, opens: '06:00', closes: '22:00' }],
    }
    expect(copyOf(more, usual, at('2026-12-30'))).toMatchObject({ documentKinds: ['roster'], facilities: round.facilities })
  })
})
