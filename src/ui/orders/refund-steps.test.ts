import { expect, it } from 'vitest'
import { refundSteps } from './refund-steps.ts'

const terms = (day: number, amount: number) => [
  { percent: 100, amount, until: `2026-11-${day - 2}T16:00:00.000Z` },
  { percent: 50, amount: amount / 2, until: `2026-11-${day - 1}T16:00:00.000Z` },
  { percent: 0, amount: 0, until: `2026-11-${day}T11:00:00.000Z` },
]
const short = (items: Parameters<typeof refundSteps>[0]) => refundSteps(items).map(({ until, amount }) => `${until.slice(8, 13)} ${amount}`)

it('has the steps of one item', () => expect(short([terms(20, 500)])).toEqual(['18T16 500', '19T16 250', '20T11 0']))

it('has one step for the same limits of two items', () =>
  expect(short([terms(20, 500), terms(20, 300)])).toEqual(['18T16 800', '19T16 400', '20T11 0']))

it('adds up at every limit when they differ, and counts nothing for what has passed', () =>
  expect(short([terms(20, 500), terms(21, 300)])).toEqual(['18T16 800', '19T16 550', '20T16 150', '21T11 0']))

it('has none without items', () => expect(refundSteps([])).toEqual([]))
