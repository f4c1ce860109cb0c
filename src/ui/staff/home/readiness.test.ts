import { expect, it } from 'vitest'
import type { CatalogueAnswer, FacilityFile } from '#ui/staff/kit/catalogue-types.ts'
import { isReady, whatIsMissing } from './readiness.ts'

const facility = (code: string, more: object = {}) =>
  ({ code, courts: [{ code: `${code}1` }], timetables: [{}], priceLists: [{}], ...more }) as unknown as FacilityFile
const catalogue = (...facilities: FacilityFile[]) => ({ file: { facilities } }) as CatalogueAnswer
const connected = [
  { what: 'payment', isSet: true, isDemo: false },
  { what: 'mail', isSet: true, isDemo: false },
  { what: 'texts', isSet: true, isDemo: false },
]
const said = (known: Parameters<typeof whatIsMissing>[0]) =>
  whatIsMissing(known).map((one) => ('facility' in one ? `${one.what} ${one.facility.code}` : one.what))

it('says nothing when members can book and pay', () => {
  expect(said({ catalogue: catalogue(facility('BAD')), connections: connected, siteAccess: 'open' })).toEqual([])
})

it('says that there are no facilities, or that all are retired', () => {
  expect(said({ catalogue: catalogue(), connections: connected, siteAccess: 'open' })).toEqual(['facilities'])
  expect(said({ catalogue: catalogue(facility('BAD', { retired: true })), connections: connected, siteAccess: 'open' })).toEqual([
    'facilities',
  ])
})

it('names each facility that lacks courts, hours or prices', () => {
  const bare = facility('NEW', { courts: [{ code: 'N1', retired: true }], timetables: [], priceLists: [] })
  expect(said({ catalogue: catalogue(facility('BAD'), bare), connections: connected, siteAccess: 'open' })).toEqual([
    'courts NEW',
    'hours NEW',
    'prices NEW',
  ])
})

it('says what is not connected to whoever may connect it, and that the doors are closed', () => {
  const unset = connected.map((one) => ({ ...one, isSet: false }))
  expect(said({ catalogue: catalogue(facility('BAD')), connections: unset, siteAccess: 'wired' })).toEqual([
    'payment',
    'mail',
    'texts',
    'wired',
  ])
  expect(said({ catalogue: undefined, connections: undefined, siteAccess: 'open' })).toEqual([])
  expect(said({ catalogue: catalogue(facility('BAD')), connections: undefined, siteAccess: 'open' }), 'a manager').toEqual([])
  const ofDemo = unset.map((one) => ({ ...one, isDemo: true }))
  expect(said({ catalogue: catalogue(facility('BAD')), connections: ofDemo, siteAccess: 'open' }), 'the demo has its own').toEqual([])
})

it('a centre that sends no texts is ready', () => {
  expect(isReady([{ what: 'texts' }])).toBe(true)
  expect(isReady([{ what: 'texts' }, { what: 'mail' }])).toBe(false)
})
