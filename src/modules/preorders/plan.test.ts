import { describe, expect, it } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { datesOutside, lostDates, missingDocuments, planOf } from './plan.ts'
import type { ReadDate, ReadPreOrder } from './read-store.ts'

const hall = { id: 1, code: 'BAD' }
/** Court 1 and court 2 beside each other; court 12 stands on the floor of both. */
const catalogue = {
  courtOf: new Map(
    [
      { id: 1, spaces: [1] },
      { id: 2, spaces: [2] },
      { id: 12, spaces: [1, 2] },
    ].map((court) => [court.id, { court, facility: hall }]),
  ),
} as unknown as Catalogue

const date = (day: string, more: Partial<ReadDate> = {}, [from, to] = [19 * 60, 21 * 60]): ReadDate => ({
  id: crypto.randomUUID(),
  line: 0,
  courtId: 1,
  day,
  start: momentAt(day, from!),
  end: momentAt(day, to!),
  price: 100,
  lightFee: 0,
  state: 'held',
  ...more,
})
const preOrder = (more: Partial<ReadPreOrder>): ReadPreOrder =>
  ({
    orderNo: 'P1',
    state: 'submitted',
    communityName: '青禾',
    lines: [],
    dates: [],
    refused: [],
    documents: [],
    missingKinds: [],
    ...more,
  }) as ReadPreOrder

describe('the plan of a season', () => {
  it('has one entry for each line, court, weekday and time, with its days in order', () => {
    const one = preOrder({ dates: [date('2027-01-12'), date('2027-01-05'), date('2027-01-07'), date('2027-01-19', { courtId: 2 })] })
    expect(planOf(one)).toEqual([
      { orderNo: 'P1', line: 0, courtId: 1, weekday: 2, start: 1140, end: 1260, days: ['2027-01-05', '2027-01-12'] },
      { orderNo: 'P1', line: 0, courtId: 1, weekday: 4, start: 1140, end: 1260, days: ['2027-01-07'] },
      { orderNo: 'P1', line: 0, courtId: 2, weekday: 2, start: 1140, end: 1260, days: ['2027-01-19'] },
    ])
  })

  it('leaves out dates that are gone, and clubs that were rejected or have cancelled; an evening may end at midnight', () => {
    const dates = [date('2027-01-05', { state: 'released' }), date('2027-01-12', {}, [22 * 60, 24 * 60])]
    expect(planOf(preOrder({ dates }))).toMatchObject([{ days: ['2027-01-12'], start: 1320, end: 1440 }])
    expect(planOf(preOrder({ dates, state: 'rejected' }))).toEqual([])
    expect(planOf(preOrder({ dates, state: 'cancelled' }))).toEqual([])
  })
})

describe('a date that a club does not have', () => {
  const lines = [{ courtId: 12, start: 1140, end: 1260, dates: ['2027-01-05', '2027-01-12'] }]

  it('names the club of the season that has its floor, also by another court; another booking has no name', () => {
    const rival = preOrder({ orderNo: 'P2', communityName: '湖畔', dates: [date('2027-01-05', { courtId: 2 })] })
    const refused = [
      { line: 0, date: '2027-01-05', why: 'taken' as const },
      { line: 0, date: '2027-01-12', why: 'taken' as const },
    ]
    const own = preOrder({ lines, refused })
    expect(lostDates(own, [own, rival], catalogue).map(({ date: day, by }) => [day, by?.club])).toEqual([
      ['2027-01-05', '湖畔'],
      ['2027-01-12', undefined],
    ])
    const gone = { ...rival, state: 'cancelled' as const }
    expect(lostDates(own, [own, gone], catalogue)[0]!.by).toBeNull()
  })

  it('may have been lost since: released by the centre or given back', () => {
    const own = preOrder({ lines, dates: [date('2027-01-05', { state: 'released' }), date('2027-01-12', { state: 'given-back' })] })
    expect(lostDates(own, [own], catalogue).map(({ why }) => why)).toEqual(['released', 'given-back'])
  })
})

describe('documents that miss', () => {
  const round = { documentKinds: ['application', 'roster'] }
  const roster = { fileId: 'x', kind: 'roster', name: '', size: 1, type: '' }

  it('are those of the round that were not sent, and those that staff have named and still wait for', () => {
    expect(missingDocuments(preOrder({ documents: [roster] }), round)).toEqual(['application'])
    const named = preOrder({ documents: [roster, { ...roster, kind: 'application' }], missingKinds: ['roster'] })
    expect(missingDocuments({ ...named, state: 'needs-documents' }, round)).toEqual(['roster'])
    expect(missingDocuments({ ...named, state: 'submitted' }, round)).toEqual([])
  })
})

describe('a round that is made smaller', () => {
  it('tells how many dates of how many clubs it no longer offers', () => {
    const entries = planOf(preOrder({ dates: [date('2027-01-05'), date('2027-01-12')] }))
    const season = { seasonFrom: '2027-01-01', seasonTo: '2027-01-31', facilities: [{ facilityId: 1, opens: 0, closes: 1440 }] }
    expect(datesOutside(season, entries, catalogue)).toEqual({ dates: 0, clubs: 0 })
    expect(datesOutside({ ...season, seasonTo: '2027-01-10' }, entries, catalogue)).toEqual({ dates: 1, clubs: 1 })
    expect(datesOutside({ ...season, facilities: [{ facilityId: 1, opens: 0, closes: 1200 }] }, entries, catalogue)).toEqual({
      dates: 2,
      clubs: 1,
    })
    expect(datesOutside({ ...season, facilities: [] }, entries, catalogue)).toEqual({ dates: 2, clubs: 1 })
  })
})
