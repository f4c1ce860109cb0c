import { describe, expect, it } from 'vitest'
import type { StaffRound } from '#modules/preorders/season-wire.ts'
import { bodyOf, changedKeys, compareRounds, draftOf, mergeRounds } from './round-draft.ts'

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
