import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { facilityWith } from '#testing/catalogue-parts.ts'
import { presentPeriods } from './present.ts'
import { comparableFrom } from './rules.ts'
import type { MoneyRow } from './store.ts'
import { presentTables } from './tables-present.ts'

const ways = fc.constantFrom('card', 'transfer', 'cash', 'terminal')
const amount = fc.nat({ max: 100_000 })
/** As readMoney groups them: a payment or a refund, of a facility that may be none (0) or no longer known (9). */
const rows = fc.uniqueArray(
  fc.oneof(
    fc.record({
      facilityId: fc.constantFrom(0, 1, 2, 9),
      way: ways,
      cause: fc.constant(''),
      movements: fc.nat(9),
      paid: amount,
      refunded: fc.constant(0),
    }),
    fc.record({
      facilityId: fc.constantFrom(0, 1, 2, 9),
      way: ways,
      cause: fc.constantFrom('asked', 'venue-cancelled', 'deposit'),
      movements: fc.nat(9),
      paid: fc.constant(0),
      refunded: amount,
    }),
  ),
  { selector: ({ facilityId, way, cause }) => `${facilityId} ${way} ${cause}`, maxLength: 40 },
) satisfies fc.Arbitrary<MoneyRow[]>

const [now, before] = [
  { from: '2026-11-09', to: '2026-11-15' },
  { from: '2026-11-02', to: '2026-11-08' },
]
const period = (span: typeof now, byWay: MoneyRow[]) => ({ span, money: { byWay, points: [] }, visits: null })

describe('tables of money', () => {
  it('add up: every column to its last row, in minus back to net, and all tables to the same sums', () => {
    fc.assert(
      fc.property(rows, rows, fc.constantFrom(null, '2026-11-01', '2026-11-05', '2026-11-09'), (paid, was, firstDay) => {
        const facilities = [facilityWith(1, [], { code: 'A' }), facilityWith(2, [], { code: 'B' })]
        const { money } = presentPeriods(
          { facilities, grain: 'day', now: period(now, paid), before: period(before, was) },
          'en',
          (way) => way,
        )
        const tables = presentTables(null, money, { locale: 'en', comparable: comparableFrom(before, firstDay) })
        const total = (pick: (row: MoneyRow) => number, of = paid) => of.reduce((sum, row) => sum + pick(row), 0)
        const [into, out] = [total((row) => row.paid), total((row) => row.refunded)]
        const isKnown = firstDay === '2026-11-01' || firstDay === '2026-11-05' || was.some((row) => row.paid + row.refunded > 0)
        const [netBefore, outBefore] = [total((row) => row.paid - row.refunded, was), total((row) => row.refunded, was)]
        const totals = tables.map(({ rows: all }) => all.at(-1)!)
        expect(totals[0]!.slice(1)).toEqual([into, out, into - out, isKnown ? netBefore : null])
        expect(totals[1]!.slice(1, 5)).toEqual(totals[0]!.slice(1))
        expect(totals[2]!.slice(2)).toEqual([out, isKnown ? outBefore : null])
        for (const { rows: all, columns } of tables) {
          const parts = all.slice(0, -1)
          for (let column = 1; column < columns.length; column++) {
            const sum = parts.reduce((upTo, row) => upTo + Number(row[column]), 0)
            expect(sum, columns[column]!.head).toBe(Number(all.at(-1)![column]))
          }
        }
        for (const row of [...tables[0]!.rows, ...tables[1]!.rows]) expect(row[3]).toBe(Number(row[1]) - Number(row[2]))
        for (const one of money.now.facilities) expect(Object.values(one.byWay).reduce((sum, part) => sum + part, 0)).toBe(one.in - one.out)
      }),
    )
  })
})
