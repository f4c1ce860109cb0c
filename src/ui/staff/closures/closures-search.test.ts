import { expect, it } from 'vitest'
import { closuresSearch, draftOf, planIn, searchOf } from './closures-search.ts'

it('keeps a plan in the address, and leaves out what is mistyped or usual', () => {
  const draft = { ...draftOf({}, '2026-11-15'), facilities: [3], courts: [7, 8], to: '2026-11-20', opens: '18:00', weekdays: [5, 2] }
  const search = searchOf(draft)
  expect(search).toEqual({
    new: '1',
    facilities: '3',
    courts: '7.8',
    from: '2026-11-15',
    to: '2026-11-20',
    opens: '18:00',
    weekdays: '25',
    cause: 'cleaning',
  })
  expect(draftOf(search, '2027-01-01')).toEqual({ ...draft, weekdays: [2, 5] })
  expect(planIn(search)).toMatchObject({ facilities: [3], courts: [7, 8], closes: '24:00' })
  expect(planIn({ new: '1', facilities: '3' })).toBeUndefined()
  expect(planIn({ new: '1', from: '2026-11-15' })).toBeUndefined()
  expect(planIn({ new: '1', facility: 3, from: '2026-11-15' })).toMatchObject({ facilities: [3] })
  expect(planIn(searchOf({ ...draft, facilities: [3, 5], courts: [] }))).toMatchObject({ facilities: [3, 5], courts: [] })
  expect(
    closuresSearch({
      new: 1,
      facility: 'x',
      facilities: '1.',
      from: '2026-02-30',
      opens: '25:00',
      weekdays: '8',
      closure: 'x',
      cause: 'war',
    }),
  ).toEqual({
    new: '1',
  })
})
