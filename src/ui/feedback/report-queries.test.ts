import { expect, it } from 'vitest'
import { reportPath } from './report-queries.ts'

it('leads back to the form with the court whose sign was scanned', () => {
  expect(reportPath('repair', { courtId: 7, facilityId: 2 })).toBe('/repair?court=7')
  expect(reportPath('repair', null)).toBe('/repair')
  expect(reportPath('water', null)).toBe('/water')
})
